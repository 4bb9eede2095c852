/** What PostgreSQL and the way to it say when there is nobody, too many, or somebody else was first: another try may help. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shut down, crashed, starting; too many connections; the server's settings refuse one for now.
  ...['57P01', '57P02', '57P03', '53300', '53400'],
  // Two that waited for each other, or could not both be first.
  ...['40001', '40P01'],
  'SQLITE_BUSY',
])
/** pg has no codes for these. */
const words = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database was away or too busy, and the request is not to blame (R20). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return code ? codes.has(code) || code.startsWith('08') : words.test(error.message)
}
