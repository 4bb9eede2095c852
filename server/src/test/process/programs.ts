import { fileURLToPath } from 'node:url'

/** `npm test` builds first and tests the build, which starts in a third of the time. A single test file runs the sources. */
const isBuilt = process.env['TEST_BUILT'] === '1'

/** The server or the command as a file that Node runs. */
export const programFile = (name: 'main' | 'sheaf') =>
  fileURLToPath(new URL(isBuilt ? `../../../../dist/server/${name}.js` : `../../${name}.ts`, import.meta.url))
