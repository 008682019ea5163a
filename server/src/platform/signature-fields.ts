import {
  type BareItem,
  type Dictionary,
  type InnerList,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';

/**
 * The headers of an HTTP message signature (RFC 9421), read with a parser of structured fields (RFC 9651) that walks the
 * text once. Anyone may send these headers, so what one message can make us verify is limited, too.
 */
export interface Component {
  name: string;
  /** The name in quotes with its parameters, as it stands in the signature base. */
  written: string;
  /** The member of a dictionary header that is covered; null for the whole header. */
  member: string | null;
}

export interface Candidate {
  label: string;
  /** The covered components and the parameters, as they stand in the signature base. */
  list: string;
  components: Component[];
  parameters: ReadonlyMap<string, BareItem>;
}

/** A message carries one signature for each purpose: a few, never dozens. */
const candidatesMax = 4;
const componentsMax = 32;

/** The signatures that `Signature-Input` describes; none when it cannot be read. */
export function candidatesIn(input: string): Candidate[] {
  const lists = [...dictionaryIn(input)].flatMap(([label, member]) => (isInnerList(member) ? [{ label, member }] : []));
  return lists.slice(0, candidatesMax).flatMap(({ label, member }) => {
    const components = componentsIn(member);
    return components === null ? [] : [{ label, list: serializeInnerList(member), components, parameters: member[1] }];
  });
}

/** Null unless every component is named by a string, as RFC 9421 wants. */
function componentsIn([items]: InnerList): Component[] | null {
  if (items.length > componentsMax) return null;
  const components = items.flatMap(([name, parameters]) => {
    const key = parameters.get('key');
    const member = typeof key === 'string' ? key : null;
    return typeof name === 'string' ? [{ name, written: serializeItem([name, parameters]), member }] : [];
  });
  return components.length === items.length ? components : null;
}

/** The bytes of one signature in the header `Signature`. */
export function signatureIn(header: string, label: string): Buffer | null {
  const member = dictionaryIn(header).get(label);
  const value = member && !isInnerList(member) ? member[0] : null;
  return value instanceof ArrayBuffer ? Buffer.from(value) : null;
}

/** The members of a dictionary header by name, as they stand in the signature base. */
export function membersIn(header: string): ReadonlyMap<string, string> {
  const members = [...dictionaryIn(header)];
  return new Map(
    members.map(([name, member]) => [name, isInnerList(member) ? serializeInnerList(member) : serializeItem(member)]),
  );
}

function dictionaryIn(header: string): Dictionary {
  try {
    return parseDictionary(header);
  } catch {
    return new Map();
  }
}
