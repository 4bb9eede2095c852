import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LdapForm } from '@sheaf/contract'
import { Client } from 'ldapts'
import { aCertificate, type Certificate } from './certificate.ts'

const PROGRAM = '/usr/sbin/slapd'
/** Tests with a real directory need OpenLDAP (Debian: slapd). Without it they are skipped with a warning. */
export const hasSlapd = existsSync(PROGRAM)
if (!hasSlapd) console.warn(`${PROGRAM} is not here: the tests with a real directory are skipped`)

const SUFFIX = 'dc=example,dc=test'
export const USERS_DN = `ou=people,${SUFFIX}`
export const GROUPS_DN = `ou=groups,${SUFFIX}`
const ROOT = { dn: `cn=admin,${SUFFIX}`, password: 'root-of-the-tree' }

export interface DirectoryServer {
  port: number
  /** The port for ldaps://. */
  securePort: number
  certificate: Certificate
  form: (more?: Partial<LdapForm>) => LdapForm
  /** Changes the directory as its administrator. */
  asRoot: (work: (client: Client) => Promise<unknown>) => Promise<void>
  stop: () => Promise<void>
}

interface DirectoryUser {
  uid: string
  cn: string
  mail?: string
  password: string
}

const entryOf = ({ uid, cn, mail, password }: DirectoryUser) => `
dn: uid=${uid},${USERS_DN}
objectClass: inetOrgPerson
uid: ${uid}
cn:: ${Buffer.from(cn).toString('base64')}
sn:: ${Buffer.from(cn).toString('base64')}
${mail ? `mail: ${mail}\n` : ''}userPassword: ${password}
`

const tree = (users: DirectoryUser[]) => `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${USERS_DN}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS_DN}
objectClass: organizationalUnit
ou: groups
${users.map(entryOf).join('')}`

const settings = (folder: string, certificate: Certificate, more: string, ofDatabase: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
TLSCertificateFile ${certificate.file}
TLSCertificateKeyFile ${certificate.keyFile}
${more}
database mdb
maxsize 10485760
suffix "${SUFFIX}"
rootdn "${ROOT.dn}"
rootpw ${ROOT.password}
directory ${folder}/data
${ofDatabase}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${ROOT.dn}" read by users read by * none
`

/** Starts OpenLDAP with these users in a temporary folder. `more` and `ofDatabase` hold further lines of its configuration. */
export async function startSlapd(users: DirectoryUser[], more = '', ofDatabase = ''): Promise<DirectoryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-slapd-'))
  mkdirSync(join(folder, 'data'))
  const certificate = aCertificate(folder)
  const conf = join(folder, 'slapd.conf')
  writeFileSync(conf, settings(folder, certificate, more, ofDatabase))
  writeFileSync(join(folder, 'tree.ldif'), tree(users))
  execFileSync('/usr/sbin/slapadd', ['-f', conf, '-l', join(folder, 'tree.ldif')], { stdio: 'pipe' })
  const { port, securePort, child } = await listening(conf)
  const ended = new Promise((done) => child.once('exit', done))
  return {
    port,
    securePort,
    certificate,
    form: (given = {}) => ({
      host: '127.0.0.1',
      port: String(port),
      version: '3',
      encryption: '',
      base_dn: USERS_DN,
      bind_dn: ROOT.dn,
      bind_password: ROOT.password,
      user_field: 'uid',
      name_field: '',
      email_field: '',
      register_open: '',
      ...given,
    }),
    async asRoot(work) {
      const client = new Client({ url: `ldap://127.0.0.1:${port}` })
      try {
        await client.bind(ROOT.dn, ROOT.password)
        await work(client)
      } finally {
        await client.unbind()
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/**
 * slapd cannot choose a free port, and a port that was free can be taken meanwhile. In that case slapd exits and two others are tried.
 * This waits for the log line that follows the binding, because an earlier connection could reach another server, or itself.
 */
async function listening(conf: string) {
  let output = ''
  for (let tries = 0; tries < 5; tries++) {
    const [port, securePort] = [await freePort(), await freePort()]
    const at = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${securePort}/`
    const child = spawn(PROGRAM, ['-d', 'none', '-f', conf, '-h', at], { stdio: ['ignore', 'ignore', 'pipe'] })
    const isBound = await new Promise<boolean>((done) => {
      child.once('close', () => done(false))
      child.stderr.on('data', (text) => {
        output += text
        if (output.includes('slapd starting')) done(true)
      })
    })
    if (!isBound) continue
    while (!(await accepts(port))) {
      // slapd writes the log line a moment before it accepts connections.
    }
    return { port, securePort, child }
  }
  throw new Error(`slapd did not start\n${output}`)
}

const accepts = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '127.0.0.1', port }, () => done(true)).on('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
