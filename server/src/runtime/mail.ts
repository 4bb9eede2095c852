import type { Services } from '../context.ts'

/** Whether this server is configured to send mail. */
export const canMail = ({ config }: Pick<Services, 'config'>) => config.SMTP_URL !== undefined

interface Mail {
  to: string
  subject: string
  text: string
}

const SMTP_TIMEOUT_MS = 10_000

/** The sender: the user of SMTP_URL when that is an address, else sheaf@ the site's host. */
const senderOf = (url: URL, site: string | undefined) => {
  const user = decodeURIComponent(url.username)
  const named = url.searchParams.get('from')
  return named ?? (user.includes('@') ? user : `sheaf@${site ? new URL(site).hostname : 'localhost'}`)
}

/** Sends one mail over SMTP; rejects when the server does not accept it within ten seconds. Its content is never logged. */
export async function sendMail({ config }: Pick<Services, 'config'>, { to, subject, text }: Mail) {
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
  try {
    await transport.sendMail({ from: { name: 'Sheaf 简册', address: from }, to, subject, text })
  } finally {
    transport.close()
  }
}
