import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { createContext, useContext } from 'react'

export type Theme = 'light' | 'dark' | 'system'
export type Account = Answer<'user', 'info'>

/** What the server tells each HTML page before any call is made; it stands in the document as JSON. */
export interface Boot {
  /** '' or '/docs': where the product is mounted. */
  base: string
  /** The address people use, without a slash at its end. */
  site: string
  language: Language
  theme: Theme
  version: string
  account: Account | null
  registerOpen: boolean
  /** The server can send mail. */
  mail: boolean
  /** What may be imported at once, in MiB. */
  importMaxMb: number
  /** An uploaded file must be smaller, in MiB. */
  uploadMaxMb: number
  /** Rows of the list of one's attachments. */
  attachmentPageSize: number
  /** Between two drafts of an editor. */
  draftSeconds: number
  /** The Chinese-only links of the specification, where the operator set them. */
  links: { feedback?: string; client?: string; runapi?: string; apitest?: string }
  /** Answers the first screen would ask for: [call path, input, answer]. */
  seed: [string, Record<string, unknown>, unknown][]
  /** Nobody has made the first administrator yet. */
  unclaimed?: true
  /** The server found nothing at this address. */
  missing?: true
}

const blank: Boot = {
  base: '',
  site: '',
  language: 'en',
  theme: 'system',
  version: 'dev',
  account: null,
  registerOpen: true,
  mail: false,
  importMaxMb: 250,
  uploadMaxMb: 4,
  attachmentPageSize: 6,
  draftSeconds: 30,
  links: {},
  seed: [],
}

let current: Boot | undefined

/** The article stands in the document already; it is read from there instead of being sent twice. */
function withArticle(boot: Boot): Boot {
  const html = document.querySelector('[data-article]')?.innerHTML
  for (const [path, , answer] of boot.seed) if (path === 'page/view' && html !== undefined) (answer as { html: string }).html = html
  return boot
}

export function readBoot(): Boot {
  if (current) return current
  const json = typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent
  current = json ? withArticle({ ...blank, ...(JSON.parse(json) as Boot) }) : { ...blank, language: preferred() }
  return current
}

/** During rendering boot data comes from here, not from readBoot(): the server renders for many people at once. */
export const BootContext = createContext<Boot>(blank)
export const useBoot = () => useContext(BootContext)

const preferred = (): Language => (typeof navigator !== 'undefined' && navigator.language.startsWith('zh') ? 'zh' : 'en')
