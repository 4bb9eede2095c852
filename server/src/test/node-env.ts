/** What every Node that a test starts gets along: where programs are, and what Node has compiled before (scripts/test.mjs). */
export const nodeEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
) as Record<string, string>
