import type { Language } from '@sheaf/contract/errors'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026-11-18 16:40:05" of the site's clock as "18 Nov 2026, 16:40" / "2026-11-18 16:40". */
export function siteTime(date: string, language: Language) {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(date) ?? []
  if (!year) return date
  return language === 'zh' ? `${year}-${month}-${day} ${clock}` : `${Number(day)} ${months[Number(month) - 1]} ${year}, ${clock}`
}
