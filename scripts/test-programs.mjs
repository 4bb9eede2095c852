import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Checks the system programs that the tests need. Installs them as root on Debian; otherwise prints what is missing. */
export function mustHavePrograms() {
  const has = (...places) => places.some((place) => place && existsSync(place))
  // The order of e2e/browser.ts.
  const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)
  const chromium = () => has(process.env.CHROMIUM, ...browsers)
  const missing = [
    ...(chromium() ? [] : ['chromium-headless-shell', 'fonts-noto-cjk']),
    ...(has('/usr/sbin/slapd') ? [] : ['slapd']),
    ...(has(process.env.MARIADBD, '/usr/sbin/mariadbd', '/usr/bin/mariadbd') ? [] : ['mariadb-server-core', 'mariadb-client-core']),
    ...(has('/usr/bin/oathtool') ? [] : ['oathtool']),
  ]
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(', ')} for the tests ...`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status
    if (apt('update', '-qq') === 0 && apt('install', '-y', '-qq', '--no-install-recommends', ...missing) === 0) return
  }
  console.error(`Some tests need programs that are not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`)
  if (chromium()) return console.error('Without them the tests with a real directory, MariaDB or oathtool are skipped.')
  console.error('Or set CHROMIUM to the path of the browser.')
  process.exit(1)
}
