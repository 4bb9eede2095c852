import { PASSWORD_MAX, PASSWORD_MIN } from '@sheaf/contract/limits'
import type { Check } from '../ui/forms/form.tsx'
import type { authWords } from './entrance.words.ts'

type Words = (typeof authWords)['en']

/** Checks the length of a new password. */
export const chosenPassword =
  ({ passwordShort, passwordLong }: Pick<Words, 'passwordShort' | 'passwordLong'>, missing: string): Check =>
  (value) => {
    if (!value) return missing
    if (value.length < PASSWORD_MIN) return passwordShort
    return value.length > PASSWORD_MAX ? passwordLong : undefined
  }

/** Checks that the repetition equals the password in field `first`. */
export const samePassword =
  ({ confirmMissing, confirmDiffers }: Pick<Words, 'confirmMissing' | 'confirmDiffers'>, first: string): Check =>
  (value, values) => {
    if (!value) return confirmMissing
    return value === values[first] ? undefined : confirmDiffers
  }
