import type { Language } from '@sheaf/contract/errors'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026-11-18 16:40:05" on the site's clock, as the look writes dates: "18 Nov 2026, 16:40" / "2026-11-18 16:40". */
export function noticeWhen(written: string, language: Language) {
  const [day = '', clock = ''] = written.split(' ')
  const [year, month, date] = day.split('-').map(Number)
  if (language === 'zh' || !date) return written.slice(0, 16)
  return `${date} ${months[Number(month) - 1]} ${year}, ${clock.slice(0, 5)}`
}
