import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'

const paths = ['/usr/sbin/mariadbd', '/usr/bin/mariadbd', '/usr/local/sbin/mariadbd']
const program = [process.env['MARIADBD'], ...paths].find((path) => path && existsSync(path))

/** Whether MariaDB is installed. Tests that need it are skipped without it. (Debian: apt-get install mariadb-server) */
export const hasMariadb = program !== undefined

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** A separate MariaDB server in a temporary folder, with a root user without a password. */
export async function startMariadb() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-mariadb-'))
  const port = await freePort()
  // MariaDB refuses to run as root, so root starts it as the user of the package, if that exists.
  const user = process.getuid?.() === 0 ? (numberOf('mysql') === undefined ? 'root' : 'mysql') : undefined
  const id = user === 'mysql' ? numberOf('mysql') : undefined
  chmodSync(folder, 0o755)
  if (id !== undefined) chownSync(folder, id, id)
  const data = join(folder, 'data')
  const options = [`--datadir=${data}`, ...(user ? [`--user=${user}`] : [])]
  const install = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', ...options, '--auth-root-authentication-method=normal', '--skip-test-db'],
    {
      encoding: 'utf8',
    },
  )
  if (install.status !== 0) throw new Error(install.stderr || install.stdout)
  const child = spawn(
    program!,
    [
      '--no-defaults',
      ...options,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const url = `mysql://root@127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const connection = await createConnection(url).catch((error: Error) => error)
    if (!(connection instanceof Error)) {
      await connection.end()
      break
    }
    if (tries > 150 || child.exitCode !== null) throw new Error(`${connection.message}\n${errors}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, port, stop }
}

function numberOf(user: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
