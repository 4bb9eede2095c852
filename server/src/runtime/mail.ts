import { randomUUID } from 'node:crypto'
import type { Services } from '../context.ts'

/** Whether this server is configured to send mail. */
export const canMail = ({ config }: Pick<Services, 'config'>) => config.SMTP_URL !== undefined

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** With its angle brackets; a repeated attempt has the same one. */
  messageId?: string
  /** The messages that mail programs gather it with. */
  references?: string
  headers?: Record<string, string>
}

const SMTP_TIMEOUT_MS = 10_000
/** A server that sends a byte now and then never runs into the timeouts. */
const WHOLE_MS = 30_000

/** The sender: the user of SMTP_URL when that is an address, else sheaf@ the site's host. */
const senderOf = (url: URL, site: string | undefined) => {
  const user = decodeURIComponent(url.username)
  const named = url.searchParams.get('from')
  return named ?? (user.includes('@') ? user : `sheaf@${site ? new URL(site).hostname : 'localhost'}`)
}

/** The host of message ids: that of the site. */
export const mailHost = ({ config }: Pick<Services, 'config'>) => (config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'localhost')

/** Sends one mail over SMTP; rejects when the server is silent for ten seconds or takes thirty. Its content is never logged. */
export async function sendMail({ config }: Pick<Services, 'config'>, mail: Mail) {
  if (!config.SMTP_URL) throw new Error('SMTP_URL is not set')
  const { createTransport } = await import('nodemailer')
  const url = new URL(config.SMTP_URL)
  const from = senderOf(url, config.PUBLIC_URL)
  url.searchParams.delete('from')
  const transport = createTransport({
    url: url.href,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server took too long')), WHOLE_MS).unref()
  })
  try {
    // An object, because a text could name several recipients.
    const to = { name: '', address: mail.to }
    await Promise.race([transport.sendMail({ from: { name: 'Sheaf 简册', address: from }, ...mail, to }), late])
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** The response of a mail server, without the address that it repeats. */
export const mailProblem = (error: Error & { response?: string }) =>
  (error.response ?? error.message)
    .slice(0, RESPONSE_CHARS)
    .replace(/\S+@\S+/g, '***')
    .replace(/\s+/g, ' ')
    .slice(0, PROBLEM_CHARS)

const RESPONSE_CHARS = 2000
const PROBLEM_CHARS = 200

/** Minutes before each further attempt: half an hour in all, so that a link of one hour is still of use. */
const AGAIN_MINUTES = [1, 2, 4, 8, 15]
const WAITING_MAX = 500
let waiting = 0

/**
 * Sends one mail in the background, with further attempts while the mail server is away or refuses for now. `isWanted` is asked before each
 * of them. Nothing is kept on disk, because the database has only a hash of the secret in a link: a restart ends the attempts. Never
 * rejects; what was not sent is in the log.
 */
export async function sendMailPatiently(services: Pick<Services, 'config' | 'log'>, mail: Mail, isWanted = async () => true) {
  const one = { ...mail, messageId: `<${randomUUID()}@${mailHost(services)}>` }
  for (let tries = 0; ; tries++) {
    try {
      if (tries > 0 && !(await isWanted())) return
      return await sendMail(services, one)
    } catch (error) {
      const err = mailProblem(error as Error)
      const minutes = AGAIN_MINUTES[tries]
      const isRefused = ((error as { responseCode?: number }).responseCode ?? 0) >= 500
      if (minutes === undefined || isRefused || waiting >= WAITING_MAX) return services.log.error({ err }, 'mail was not sent')
      services.log.warn({ err, next_minutes: minutes }, 'mail was not sent yet')
      await pause(minutes)
    }
  }
}

async function pause(minutes: number) {
  waiting++
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000).unref()).finally(() => waiting--)
}
