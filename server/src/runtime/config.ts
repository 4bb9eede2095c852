import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import packed from '../../../package.json' with { type: 'json' }
import { problemOfAllow } from '../outbound/address.ts'

/** An Ed25519 key from one line of base64 (DER, SPKI); undefined when it is something else. */
export function publicKeyOf(line: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(line, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** The supervisor (scripts/start.mjs) of this process: it starts another version when this one exits with SWITCH. */
export interface Supervisor {
  /** The folder of the installation. */
  root: string
  /** Lets running requests finish, runs `last` while the database is still open, and exits. */
  handOver: (last: () => Promise<void>) => void
}

/** The exit code that requests the version in releases/state.json. */
export const SWITCH_EXIT_CODE = 75

/** The installation folder of the supervisor, while the connection to it is open. */
export const supervisorRoot = (env: Record<string, string | undefined>) => (process.connected ? env['SHEAF_STARTER'] : undefined)

export const version: string = packed.version

const flag = z.enum(['on', 'off'])
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Every setting of the server: environment variables only. */
const Settings = z.strictObject({
  PORT: z.coerce.number().int().min(0).max(65535).default(4999),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((dir) => resolve(dir)),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w.-]+)*\/?$/, 'must look like /docs')
    .default('')
    .transform((path) => path.replace(/\/$/, '')),
  PUBLIC_URL: address.optional(),
  TRUST_PROXY: z
    .string()
    .refine(areProxies, 'must be a number of proxies or their addresses, such as 1 or 10.0.0.5, 10.1.0.0/16')
    .optional(),
  UPLOAD_MAX_MB: z.coerce.number().positive().max(4096).default(4),
  UPLOAD_QUOTA_MB: z.coerce.number().min(0).default(2048),
  IMPORT_MAX_MB: z.coerce.number().positive().max(8192).default(250),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  ADMIN_USERNAME: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  TEST_CAPTCHA: z.string().min(1).optional(),
  RATE_LIMITS: flag.default('on'),
  UPDATE: flag.optional(),
  UPDATE_SOURCE: address.optional(),
  UPDATE_PUBLIC_KEY: z
    .string()
    .refine((key) => publicKeyOf(key) !== undefined, 'is no Ed25519 key as scripts/sign-update.mjs prints it')
    .optional(),
  SITE_TZ: z
    .string()
    .refine(isTimeZone, 'is no time zone, such as Europe/Berlin or Asia/Shanghai')
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  SECRET_KEY: z.string().min(32, 'needs at least 32 characters').optional(),
  APP_NOW: z.coerce.number().int().positive().optional(),
  LINK_FEEDBACK: address.optional(),
  LINK_CLIENT: address.optional(),
  LINK_RUNAPI: address.optional(),
  LINK_APITEST: address.optional(),
  OUTBOUND: flag.default('on'),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .superRefine((allow, ctx) => {
      const message = problemOfAllow(allow)
      if (message) ctx.addIssue({ code: 'custom', message })
    }),
  OUTBOUND_PROXY: address.optional(),
  TRY_PROXY: flag.default('off'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
})

/** Every setting by its name. */
export const settingNames = Object.keys(Settings.shape)

/** Settings with a secret. `NAME_FILE` is the path of a file that contains the value, as Docker and Kubernetes mount secrets. */
export const secretNames: readonly (keyof typeof Settings.shape)[] = [
  'DATABASE_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'OUTBOUND_PROXY',
]

export type Config = z.output<typeof Settings>

function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function areProxies(given: string) {
  const isAddress = (text: string) => {
    const [address = '', bits = '0', ...more] = text.split('/')
    const family = isIP(address)
    return more.length === 0 && family !== 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  }
  return /^\d{1,2}$/.test(given) || given.split(',').every((part) => PROXY_NAMES.includes(part.trim()) || isAddress(part.trim()))
}

/** Names that look like a misspelt setting; other environment variables are ignored. */
const OURS =
  /^(ADMIN_|OUTBOUND|TRY_|UPDATE|UPLOAD_|IMPORT_|LINK_|SITE_|METRICS_|BASE_PATH|PUBLIC_URL|DATA_DIR|DATABASE_URL|TRUST_|RATE_|TEST_CAPTCHA|SMTP_|SECRET_KEY)/

type Environment = Record<string, string | undefined>

/** The environment with the content of each `NAME_FILE` as the value of NAME, without its last line break. */
function withSecretFiles(env: Environment): Environment {
  const all = { ...env }
  for (const name of secretNames) {
    const from = `${name}_FILE`
    const path = env[from]
    delete all[from]
    if (!path) continue
    if (env[name]) throw new Error(`${name} and ${from} are both set; set only one of them.`)
    all[name] = readSecret(from, path)
    if (all[name] === '') throw new Error(`The setting ${from} names an empty file: ${path}.`)
  }
  return all
}

function readSecret(from: string, path: string) {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`The setting ${from} names a file that cannot be read: ${error instanceof Error ? error.message : path}.`)
  }
}

/** Reads the settings; throws an Error whose message is one clear line for the operator. */
export function readConfig(env: Environment): Config {
  const known = new Set(settingNames)
  const all = Object.entries(withSecretFiles(env))
  const given = all.filter(([name, value]) => value !== undefined && value !== '' && (known.has(name) || OURS.test(name)))
  const read = Settings.safeParse(Object.fromEntries(given))
  if (!read.success) {
    const [issue] = read.error.issues
    const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : String(issue?.path[0])
    throw new Error(
      issue?.code === 'unrecognized_keys'
        ? `There is no setting ${name}. All settings are listed in README.md.`
        : `The setting ${name} ${asPredicate(issue?.message)}`,
    )
  }
  const config = read.data
  if (Boolean(config.ADMIN_USERNAME) !== Boolean(config.ADMIN_PASSWORD))
    throw new Error('ADMIN_USERNAME and ADMIN_PASSWORD must be given together.')
  if (config.SMTP_URL && !config.PUBLIC_URL) throw new Error('SMTP_URL needs PUBLIC_URL as well, because mails carry links to this site.')
  if (Boolean(config.UPDATE_SOURCE) !== Boolean(config.UPDATE_PUBLIC_KEY))
    throw new Error('UPDATE_SOURCE and UPDATE_PUBLIC_KEY must be given together.')
  if (config.UPDATE_SOURCE && !isSafeSource(config)) throw new Error('The setting UPDATE_SOURCE must begin with https://.')
  if (config.TRY_PROXY === 'on' && config.OUTBOUND_ALLOW.trim() === '')
    throw new Error('TRY_PROXY=on needs OUTBOUND_ALLOW with the hosts that readers can send requests to.')
  const testOnly = (['TEST_CAPTCHA', 'APP_NOW'] as const).find((name) => config[name] !== undefined && config.NODE_ENV !== 'test')
  if (testOnly) throw new Error(`The setting ${testOnly} is for tests; it needs NODE_ENV=test.`)
  if (config.RATE_LIMITS === 'off' && !isLoopback(config.HOST))
    throw new Error('RATE_LIMITS=off is for measuring on this machine; HOST must be 127.0.0.1.')
  return config
}

/** Updates require https; tests use a source on this machine. */
const isSafeSource = ({ UPDATE_SOURCE = '', NODE_ENV }: Pick<Config, 'UPDATE_SOURCE' | 'NODE_ENV'>) => {
  const { protocol, hostname } = new URL(UPDATE_SOURCE)
  return protocol === 'https:' || (NODE_ENV === 'test' && isLoopback(hostname))
}

const asPredicate = (message = 'is not valid') => `${/^(must|needs|is) /.test(message) ? message : `is not valid: ${message}`}.`
export const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host)
