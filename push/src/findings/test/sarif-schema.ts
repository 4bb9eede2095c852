/*
 * What the schema of SARIF 2.1.0 requires of the properties that sheaf-push writes: which must be there, which may be there, their types,
 * and the relations that the standard states in words (rules, references, identifiers).
 */

type Check = (value: unknown, path: string) => string[]
type Fields = Record<string, Check>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf =
  (...values: unknown[]): Check =>
  (value, path) =>
    values.includes(value) ? [] : [`${path}: ${JSON.stringify(value)}`]
const text: Check = (value, path) => (typeof value === 'string' && value !== '' ? [] : [`${path}: no text`])
const integer =
  (least: number): Check =>
  (value, path) =>
    Number.isInteger(value) && Number(value) >= least ? [] : [`${path}: no integer of at least ${least}`]
const list =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((one, n) => check(one, `${path}/${n}`)) : [`${path}: no list`]
const object =
  (required: Fields, optional: Fields = {}): Check =>
  (value, path) => {
    if (!isObject(value)) return [`${path}: no object`]
    const missing = Object.keys(required).filter((name) => !(name in value))
    const unknown = Object.keys(value).filter((name) => !(name in required) && !(name in optional))
    return [
      ...missing.map((name) => `${path}/${name}: missing`),
      ...unknown.map((name) => `${path}/${name}: not in the schema`),
      ...Object.entries({ ...required, ...optional }).flatMap(([name, check]) =>
        name in value ? check(value[name], `${path}/${name}`) : [],
      ),
    ]
  }

/** A URI reference of RFC 3986: only its characters, and whole percent encodings. */
const uri: Check = (value, path) =>
  typeof value === 'string' && /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/.test(value) ? [] : [`${path}: no URI: ${value}`]
const message = object({ text })
const physical = object({ artifactLocation: object({ uri }, { uriBaseId: text }) }, { region: object({ startLine: integer(1) }) })
const level = oneOf('none', 'note', 'warning', 'error')
const texts: Check = (value, path) =>
  isObject(value) ? Object.entries(value).flatMap(([name, one]) => text(one, `${path}/${name}`)) : [`${path}: no object`]
const anything: Check = (value, path) => (isObject(value) ? [] : [`${path}: no object`])

const result = object(
  { message },
  {
    ruleId: text,
    ruleIndex: integer(0),
    level,
    locations: list(object({ physicalLocation: physical })),
    relatedLocations: list(object({ physicalLocation: physical }, { id: integer(0), message })),
    partialFingerprints: texts,
  },
)
const rule = object({ id: text }, { shortDescription: message, fullDescription: message, defaultConfiguration: object({}, { level }) })
const driver = object({ name: text }, { version: text, rules: list(rule) })
const log = object(
  {
    version: oneOf('2.1.0'),
    runs: list(object({ tool: object({ driver }) }, { results: list(result), columnKind: oneOf('utf16CodeUnits'), properties: anything })),
  },
  { $schema: uri },
)

interface Log {
  runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[]
}

/** Where a log is not what SARIF 2.1.0 requires. */
export function problemsOfSarif(value: Log): string[] {
  const rules = value.runs.flatMap(({ tool, results }) =>
    results.filter(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id !== ruleId).map(({ ruleId }) => `${ruleId}: not its rule`),
  )
  return [...log(value, ''), ...rules]
}
