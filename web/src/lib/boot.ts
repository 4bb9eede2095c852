import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { languageIn } from '@sheaf/contract/languages'
import { createContext, useContext } from 'react'

export type Theme = 'light' | 'dark' | 'system'
export type Account = Answer<'user', 'info'>

/** Data that the server embeds in each HTML page as JSON, available before any call. */
export interface Boot {
  /** '' or '/docs': the path under which the product is mounted. */
  base: string
  /** The public address of the site, without a trailing slash. */
  site: string
  language: Language
  theme: Theme
  version: string
  account: Account | null
  registerOpen: boolean
  /** The server can send mail. */
  mail: boolean
  /** Maximum size of one import, in MiB. */
  importMaxMb: number
  /** An uploaded file must be smaller than this, in MiB. */
  uploadMaxMb: number
  /** Rows per page in the list of the account's attachments. */
  attachmentPageSize: number
  /** Interval between two drafts of an editor, in seconds. */
  draftSeconds: number
  /** Agents can use this site. */
  agents: boolean
  /** Agents can ask for access in the browser. */
  agentSignIn: boolean
  /** The operator allows this server to send requests of readers. */
  byServer: boolean
  /** The Chinese-only links of the specification that the operator has set. */
  links: { feedback?: string; client?: string; runapi?: string; apitest?: string }
  /** Answers to the calls of the first screen: [call path, input, answer]. */
  seed: [string, Record<string, unknown>, unknown][]
  /** The first administrator does not exist yet. */
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
  agents: true,
  agentSignIn: false,
  byServer: false,
  links: {},
  seed: [],
}

let current: Boot | undefined

/** The document already contains the article; reading it from there avoids sending it twice. */
function withArticle(boot: Boot): Boot {
  const html = document.querySelector('[data-article]')?.innerHTML
  for (const [path, , answer] of boot.seed)
    if (['page/view', 'source/schema'].includes(path) && html !== undefined) (answer as { html: string }).html = html
  return boot
}

export function readBoot(): Boot {
  if (current) return current
  const json = typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent
  current = json ? withArticle({ ...blank, ...(JSON.parse(json) as Boot) }) : { ...blank, language: preferred() }
  return current
}

/** Components read boot data from here, not from readBoot(): the server renders concurrently for many clients. */
export const BootContext = createContext<Boot>(blank)
export const useBoot = () => useContext(BootContext)

const preferred = () => languageIn(typeof navigator === 'undefined' ? '' : navigator.language)
