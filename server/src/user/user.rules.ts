import { Refusal, USERNAME } from '@sheaf/contract'

/** From how many failures of a user name on the captcha is asked for (W12). */
export const CAPTCHA_FROM = 5

/** The name as it will be kept: NFKC, trimmed; 2 to 30 letters, digits, Chinese characters or _ - . (W14). */
export function mustBeUsername(given: string): string {
  const username = given.normalize('NFKC').trim()
  if (!USERNAME.test(username)) throw new Refusal('usernameInvalid')
  return username
}
