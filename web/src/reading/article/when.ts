import type { Language } from '@sheaf/contract/errors'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')

/** "18 Nov 2026, 16:40" / "2026-11-18 16:40". Without Intl: making its formatter takes longer than drawing the whole article. */
export function whenSaved(seconds: number, language: Language) {
  const at = new Date(seconds * 1000)
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (language === 'zh') return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${clock}`
}
