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
 * Parses the headers of an HTTP message signature (RFC 9421) as structured fields (RFC 9651), in one pass. Anyone may
 * send them, so the work one message can cause is limited.
 */
export interface Component {
  name: string;
  /** The quoted name with its parameters, as in the signature base. */
  written: string;
  /** The covered member of a dictionary header; null for the whole header. */
  member: string | null;
}

export interface Candidate {
  label: string;
  /** The covered components and parameters, as in the signature base. */
  list: string;
  components: Component[];
  parameters: ReadonlyMap<string, BareItem>;
}

/** A message has one signature per purpose: a few, never dozens. */
const candidatesMax = 4;
const componentsMax = 32;

/** The signatures in `Signature-Input`; empty if it cannot be parsed. */
export function candidatesIn(input: string): Candidate[] {
  const lists = [...dictionaryIn(input)].flatMap(([label, member]) => (isInnerList(member) ? [{ label, member }] : []));
  return lists.slice(0, candidatesMax).flatMap(({ label, member }) => {
    const components = componentsIn(member);
    return components === null ? [] : [{ label, list: serializeInnerList(member), components, parameters: member[1] }];
  });
}

/** Null unless every component is a string, as RFC 9421 requires. */
function componentsIn([items]: InnerList): Component[] | null {
  if (items.length > componentsMax) return null;
  const components = items.flatMap(([name, parameters]) => {
    const key = parameters.get('key');
    const member = typeof key === 'string' ? key : null;
    return typeof name === 'string' ? [{ name, written: serializeItem([name, parameters]), member }] : [];
  });
  return components.length === items.length ? components : null;
}

/** The bytes of one signature in the `Signature` header. */
export function signatureIn(header: string, label: string): Buffer | null {
  const member = dictionaryIn(header).get(label);
  const value = member && !isInnerList(member) ? member[0] : null;
  return value instanceof ArrayBuffer ? Buffer.from(value) : null;
}

/** The members of a dictionary header by name, as in the signature base. */
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
