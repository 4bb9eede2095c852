import { PASSWORD_MAX, PASSWORD_MIN } from '@sheaf/contract/limits'
import type { entranceWords } from './entrance.words.ts'

/** What a password that is being chosen must be. */
export const passwordRules = (words: Pick<(typeof entranceWords)['en'], 'passwordShort' | 'passwordLong'>, missing: string) => [
  { required: true, message: missing },
  { min: PASSWORD_MIN, message: words.passwordShort },
  { max: PASSWORD_MAX, message: words.passwordLong },
]
