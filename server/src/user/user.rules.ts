import { Refusal, USERNAME } from '@sheaf/contract'

/** From how many failures of a user name from one network within a day on the captcha is asked for (W12). */
export const CAPTCHA_FROM = 5
/** From how many on it is asked for of a user name wherever the next one comes from, and of a network whatever the name. */
export const CAPTCHA_FROM_ALL = 100

/** An address mail can be sent to; no line breaks, so no headers can be smuggled in (S15). */
export function mustBeEmail(given: string): string {
  const email = given.trim()
  if (email.length > 254 || !/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/.test(email)) throw new Refusal('emailInvalid')
  return email
}

/** The name as it will be kept: NFKC, trimmed; 2 to 30 letters, digits, Chinese characters or _ - . (W14). */
export function mustBeUsername(given: string): string {
  const username = given.normalize('NFKC').trim()
  if (!USERNAME.test(username)) throw new Refusal('usernameInvalid')
  return username
}
