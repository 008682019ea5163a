// Finds operations and fields of an API document whose description is missing, empty of meaning, or off voice.
import { fieldsOf, listOf, textOf } from '../server/src/kit/fields.ts';

type Json = Record<string, unknown>;

/** Words to avoid in the reference, and what to write instead. */
const ruledOut: [RegExp, string][] = [
  [/\bcall(?:ed|s|ing)? off\b/i, 'cancel'],
  [/\bset aside\b/i, 'on hold'],
  [/\b(?:goes|went|gone|go|comes|came|sent) back\b/i, 'refund or return'],
  [/\bt(?:ake|akes|aken|ook) back\b/i, 'revoke, withdraw or refund'],
  [/\bonto (?:the|your|a|its) wallet\b/i, 'added to your wallet'],
  [/\bg(?:ave|iven|ive) up\b/i, 'failed'],
  [/\bdoubts?\b/i, 'needs review'],
  [/\bspend(?:ing)? rules?\b/i, 'spending policy'],
  [/\breceivers?\b/i, 'endpoint'],
  [/\bworlds?\b/i, 'mode'],
  [/\bplay money\b/i, 'test money'],
  [/\b(?:films?|visits?)\b/i, 'recording or browser'],
  [/\blast word\b/i, 'last reply'],
  [/\blook(?:s|ed)? (?:at|again|after)\b/i, 'read, view or check'],
  [/\b(?:told|tells?)\b/i, 'say, send or report'],
  [/\bunless told\b/i, 'by default'],
  [/\bhow .* stands?\b/i, 'status'],
  [/\bwants? an?\b/i, 'needs'],
  [/\b(?:asks? something|questions?)\b/i, 'action'],
  [/\blog-in\b/i, 'login'],
  [/\b(?:cancelled|cancelling|colour|licence|programme|catalogue|afterwards)\b/i, 'the American spelling'],
  [/\bany more\b/i, 'anymore, or leave it out'],
  [/\bfor (?:people|programs)\b/i, 'in plain language, or machine-readable'],
  [/\bearlier API\b/i, 'legacy API'],
  [/\b(?:mails|mailed|a mail(?! server))\b/i, 'email'],
  [/(?<!-)\bIds?\b/, 'ID'],
];

const smallWords = new Set(['a', 'an', 'the', 'of', 'its', 'your', 'this', 'it', 'is', 'for', 'in', 'to', 'and', 's']);
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !smallWords.has(word));

function problemWith(name: string, description: string): string | null {
  if (description.trim() === '') return 'has no description';
  const known = new Set(wordsOf(name));
  if (wordsOf(description).every((word) => known.has(word)))
    return `has a description that repeats its name: ${description}`;
  const plain = description.replaceAll(/`[^`]*`/g, '');
  const [word, better] = ruledOut.find(([pattern]) => pattern.test(plain)) ?? [];
  if (word) return `says "${word.exec(plain)?.[0]}", write ${better}: ${description}`;
  return /[.:]$/.test(description.trim()) ? null : `has a description that does not end with a period: ${description}`;
}

const wordingProblem = (text: unknown): string | null =>
  typeof text === 'string' ? problemWith('', `${text}.`) : null;

/** Lists text problems with their location in the document. */
export function* textProblemsIn(document: Json): Generator<string> {
  const schemas = fieldsOf(fieldsOf(document.components).schemas);
  const descriptionOf = (schema: Json): string => {
    const own = textOf(schema.description);
    if (own !== undefined) return own;
    const name = textOf(schema.$ref)?.split('/')[3];
    if (name !== undefined) return textOf(fieldsOf(schemas[name]).description) ?? '';
    return (
      listOf(schema.anyOf)
        .map((each) => descriptionOf(fieldsOf(each)))
        .find((text) => text !== '') ?? ''
    );
  };

  function* fieldsIn(part: unknown, place: string): Generator<string> {
    if (Array.isArray(part)) for (const each of part) yield* fieldsIn(each, place);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    const { properties, type, examples: _examples, example: _example, enum: _enum, ...rest } = fieldsOf(part);
    const isObject = type === 'object' || type === undefined;
    for (const [name, field] of Object.entries(isObject ? fieldsOf(properties) : {})) {
      const problem = problemWith(name, descriptionOf(fieldsOf(field)));
      if (problem) yield `${place} ${name} ${problem}`;
      yield* fieldsIn(field, `${place} ${name}`);
    }
    for (const key of ['items', 'anyOf', 'additionalProperties', 'content', 'schema', 'responses'])
      yield* fieldsIn(rest[key], place);
    for (const [key, each] of Object.entries(rest))
      if (/^\d{3}$|\//.test(key)) yield* fieldsIn(each, `${place} ${key}`);
  }

  for (const [name, schema] of Object.entries(schemas)) {
    const problem = problemWith(name, textOf(fieldsOf(schema).description) ?? '');
    if (problem) yield `schema ${name} ${problem}`;
    yield* fieldsIn(schema, `schema ${name}`);
  }
  for (const tag of listOf(document.tags).map(fieldsOf)) {
    const problem = problemWith(String(tag.name), textOf(tag.description) ?? '');
    if (problem) yield `tag ${tag.name} ${problem}`;
  }
  for (const [name, response] of Object.entries(fieldsOf(fieldsOf(document.components).responses))) {
    const problem = wordingProblem(fieldsOf(response).description);
    if (problem) yield `response ${name} ${problem}`;
  }
  const described = { ...fieldsOf(document.paths), ...fieldsOf(document.webhooks) };
  for (const [path, operations] of Object.entries(described)) {
    for (const [method, given] of Object.entries(fieldsOf(operations)))
      yield* operationProblems(`${method.toUpperCase()} ${path}`, fieldsOf(given), fieldsIn);
  }
}

function* operationProblems(
  place: string,
  operation: Json,
  fieldsIn: (part: unknown, place: string) => Generator<string>,
): Generator<string> {
  const summary = textOf(operation.summary) ?? '';
  const description = textOf(operation.description) ?? '';
  const problem = problemWith(summary, description);
  if (problem) yield `${place} ${problem}`;
  for (const text of [
    summary,
    ...Object.values(fieldsOf(operation.responses)).map((one) => fieldsOf(one).description),
  ]) {
    const wording = wordingProblem(text);
    if (wording) yield `${place} ${wording}`;
  }
  if (summary.length > 60 || summary.endsWith('.'))
    yield `${place} has a summary that is not a short label: ${summary}`;
  for (const parameter of listOf(operation.parameters).map(fieldsOf)) {
    const wrong = problemWith(String(parameter.name), textOf(parameter.description) ?? '');
    if (wrong) yield `${place} parameter ${parameter.name} ${wrong}`;
  }
  yield* fieldsIn(operation.requestBody, `${place} body`);
  yield* fieldsIn(operation.responses, place);
}
