import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Limit of the CPU time of one event loop turn in ms. Unlike the response time, it does not depend on other work of the machine. */
export const TURN_LIMIT_MS = 50

/** A probe for a server that is started with these settings (hostile-probe.ts). */
export function turnProbe() {
  const file = join(mkdtempSync(join(tmpdir(), 'sheaf-probe-')), 'turn')
  return {
    settings: {
      NODE_OPTIONS: `--import=${new URL('./hostile-probe.ts', import.meta.url).href} --disable-warning=ExperimentalWarning`,
      PROBE: file,
    },
    /** CPU time in ms of the longest turn of the server's event loop since the last call. */
    async longest(pid: number): Promise<number> {
      rmSync(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      while (!existsSync(file)) await new Promise((again) => setTimeout(again, 20))
      return Number(readFileSync(file, 'utf8'))
    },
    end: () => rmSync(dirname(file), { recursive: true, force: true }),
  }
}
