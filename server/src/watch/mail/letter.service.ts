import { inLanguage } from '@sheaf/contract/languages'
import { plainText } from '@sheaf/markdown'
import { meaningText } from '@sheaf/markdown/meaning'
import { withMentionNames } from '@sheaf/markdown/small'
import type { Services } from '../../context.ts'
import { noticeText } from '../../notice/notice.words.ts'
import type { Setting } from '../setting/setting.rules.ts'
import { localTime } from '../setting/zone.rules.ts'
import { oneLine } from './html.ts'
import type { Entry, Letter, Line, Section } from './letter.ts'
import { letterWords } from './letter.words.ts'
import type { News } from './news.service.ts'
import { type Ending, tokenFor } from './unsubscribe.rules.ts'

/** Lines of a mail, and of one entry. */
const LINES_MAX = 60
const LINES_OF_ENTRY = 10
const TITLE_CHARS = 120
const WORDS_CHARS = 200
const POINT_CHARS = 240

export type LetterKind = 'soon' | 'daily' | 'weekly' | 'preview'

interface Given {
  kind: LetterKind
  person: { uid: number; username: string; name: string }
  setting: Setting
  /** The site shows in mails what happened (mail_content). */
  showsContent: boolean
  /** The last soon-mail of the day. */
  isLast: boolean
  now: number
}

export interface Written {
  letter: Letter
  subject: string
  lines: number
  /** What the header of the mail ends. */
  ending: Ending
  /** The only thread that the mail is about; 0 for none. */
  thread_id: number
}

type LetterServices = Pick<Services, 'config'>

/** Makes the mail of a person from the news that they may read now. */
export function writeLetter(services: LetterServices, given: Given, news: readonly News[]): Written {
  const { kind, person, setting, showsContent, isLast, now } = given
  const { language } = setting
  const words = inLanguage(letterWords, language)
  const to = addressesOf(services)
  const threads = new Set(news.map(({ tell }) => tell.thread_id))
  const thread_id = threads.size === 1 ? ([...threads][0] ?? 0) : 0
  const groups = new Set(news.map(({ tell }) => tell.news_group))
  const [group] = groups
  const ending: Ending = groups.size === 1 && group ? { scope: 'group', group: group as 'to_me' } : { scope: 'all' }
  const link = (what: Ending) => to.unsubscribe(tokenFor(services, setting, what))
  const hour = localTime(setting.zone, now).hour
  const name = oneLine(person.name || person.username, 60)
  const { sections, more, lines } = showsContent ? shortened(sectionsOf(news, given, to)) : { sections: [], more: 0, lines: news.length }
  const intro = !showsContent && news.length > 0 ? words.bareText : news.length > 0 ? words.intro[kind] : words.nothing
  const letter: Letter = {
    language,
    heading:
      !showsContent && news.length > 0 ? words.bare(news.length) : kind === 'soon' ? words.soon(news.length) : words.greeting(hour, name),
    intro,
    ...(!showsContent && { action: { text: words.open, href: to.notices } }),
    sections,
    more,
    moreHref: to.notices,
    note: isLast ? words.last : '',
    footer: {
      why: words.why[kind],
      links: [
        ...(thread_id > 0 ? [{ text: words.stop.thread, href: link({ scope: 'subject', kind: 'thread', subject_id: thread_id }) }] : []),
        { text: ending.scope === 'group' ? words.stop.group : words.stop.all, href: link(ending) },
        { text: words.settings, href: to.settings },
      ],
      site: to.host,
    },
  }
  return { letter, subject: subjectOf(given, news), lines, ending, thread_id }
}

/** Links come from the public address of the settings, and never from a request (S107). */
function addressesOf({ config }: LetterServices) {
  const site = config.PUBLIC_URL ?? 'http://localhost'
  const item = ({ item_id, item_domain }: NonNullable<News['item']>) => `${site}/${item_domain || item_id}`
  return {
    host: new URL(site).host,
    notices: `${site}/notice/index?notice_type=unread`,
    settings: `${site}/user/watching`,
    unsubscribe: (token: string) => `${site}/user/unsubscribe/${token}`,
    item,
    page: (of: NonNullable<News['item']>, page_id: number) => `${item(of)}/${page_id}`,
    thread: (of: NonNullable<News['item']>, page_id: number, thread: number) => `${item(of)}/${page_id}?thread=${thread}`,
    changes: (item_id: number, page_id: number) => `${site}/item/changes/${item_id}${page_id > 0 ? `?page_id=${page_id}` : ''}`,
  }
}

function subjectOf({ setting, showsContent, kind }: Given, news: readonly News[]): string {
  const words = inLanguage(letterWords, setting.language)
  if (!showsContent && news.length > 0) return words.bare(news.length)
  const [only] = news
  // The subject of a mail about one thing names it, so that mail programs show it and gather the mails of a thread.
  if (kind === 'soon' && only && news.length === 1 && only.notice) {
    const { notice_title } = wordsOf(only.notice, setting)
    const about = only.page?.page_title ?? only.item?.item_name
    return oneLine(about ? `${oneLine(about, 100)} · ${notice_title}` : notice_title, 180)
  }
  const watched = news.filter(({ tell }) => tell.news_group !== 'to_me')
  const changed = watched.filter(({ changes }) => changes.length > 0)
  const pages = new Set(changed.map(({ tell, page }) => page?.page_id ?? `${tell.item_id} ${tell.tell_id}`)).size
  const comments = watched.reduce((sum, one) => sum + one.comments.length, 0)
  const others = watched.filter((one) => one.changes.length === 0 && one.comments.length === 0).length
  return words.subject({ to_me: news.length - watched.length, pages, comments, others })
}

type Addresses = ReturnType<typeof addressesOf>

/**
 * What concerns the person first, then item by item, then what is due and the feedback of readers. All news of a page are in one entry, where the
 * first of these names it.
 */
function sectionsOf(news: readonly News[], { setting }: Given, to: Addresses): Section[] {
  const words = inLanguage(letterWords, setting.language)
  const entries = [...Map.groupBy(inOrder(news), subjectKey).values()]
  const own = (group: Group): Section[] => {
    const rows = entries.filter((of) => groupOf(of[0]) === group)
    return rows.length > 0 ? [{ title: words.sections[group as 'due'], entries: rows.map((of) => entryOf(of, setting, to)) }] : []
  }
  const byItem = Map.groupBy(
    entries.filter((of) => groupOf(of[0]) === 'watched'),
    ([first]) => first?.item?.item_id ?? 0,
  )
  return [
    ...own('to_me'),
    ...[...byItem.values()].map((rows) => ({
      title: oneLine(rows[0]?.[0]?.item?.item_name ?? '', TITLE_CHARS),
      entries: rows.map((of) => entryOf(of, setting, to)),
    })),
    ...own('due'),
    ...own('feedback'),
  ]
}

const GROUPS = ['to_me', 'watched', 'due', 'feedback'] as const
type Group = (typeof GROUPS)[number]
const groupOf = (one: News | undefined) => one?.tell.news_group

const inOrder = (news: readonly News[]) => GROUPS.flatMap((group) => news.filter((one) => groupOf(one) === group))

/** What one entry is about: a page, or else the row itself. */
const subjectKey = ({ page, tell }: News) => (page ? `page ${page.page_id}` : `${tell.tell_id}`)

function entryOf(rows: readonly News[], setting: Setting, to: Addresses): Entry {
  const words = inLanguage(letterWords, setting.language)
  const [first] = rows
  const { item, page, notice } = first as News
  const changes = rows.flatMap((news) => news.changes)
  const threads = new Set(rows.map(({ tell }) => tell.thread_id))
  // With one subject, its link is that of the entry.
  const thread_id = threads.size === 1 ? ([...threads][0] ?? 0) : 0
  const hrefOfThread = (id: number) => (item && page && id > 0 ? to.thread(item, page.page_id, id) : '')
  const all = rows.flatMap((news) => {
    const href = threads.size > 1 ? hrefOfThread(news.tell.thread_id) : ''
    return linesOf(news, setting).map((line) => (href ? { ...line, href } : line))
  })
  const names = [
    ...new Set(
      rows.flatMap((news) =>
        [...news.comments, ...news.changes.map(({ name, via }) => ({ name: via ? words.via(name, via) : name }))].map((one) => one.name),
      ),
    ),
  ]
  const by = names.length > 0 ? names : [...new Set(rows.flatMap((news) => news.by))]
  const saves =
    changes.length === 0
      ? 0
      : Math.max(
          changes.length,
          rows.reduce((sum, { count, changes: own }) => sum + (own.length > 0 ? count : 0), 0),
        )
  const title = page?.page_title || changes[0]?.title || (notice ? wordsOf(notice, setting).notice_title : '')
  // The section has the name of the item already: what happened to it is the title.
  const lines = title ? all : all.slice(1)
  const isNoticeAlone = names.length === 0 && rows.every((one) => one.notice)
  return {
    title: oneLine(title || all[0]?.text || item?.item_name || '', TITLE_CHARS),
    href: hrefOfThread(thread_id) || (item && page ? to.page(item, page.page_id) : item ? to.item(item) : ''),
    lines:
      lines.length > LINES_OF_ENTRY
        ? [...lines.slice(0, LINES_OF_ENTRY - 1), { kind: 'point', text: words.moreLines(lines.length - LINES_OF_ENTRY + 1) }]
        : lines,
    by: isNoticeAlone ? '' : oneLine(words.by(by, saves), POINT_CHARS),
    ...(thread_id > 0 && hrefOfThread(thread_id)
      ? { action: { text: words.answer, href: hrefOfThread(thread_id) } }
      : item && changes.length > 0
        ? { action: { text: words.compare, href: to.changes(item.item_id, page?.page_id ?? 0) } }
        : {}),
  }
}

const wordsOf = ({ kind, notice_title, notice_content }: NonNullable<News['notice']>, { language, zone }: Setting) =>
  noticeText(kind, notice_title, notice_content, { language, zone: zone || 'UTC' })

function linesOf({ changes, comments, notice, tell }: News, setting: Setting): Line[] {
  const { language } = setting
  const words = inLanguage(letterWords, language)
  const noticeContent = notice ? wordsOf(notice, setting).notice_content : ''
  const points = changes.flatMap(({ type, meaning = [] }) => {
    const texts = meaning.map((one) => meaningText(one, language))
    return texts.some(Boolean) ? texts.filter(Boolean) : [words.changes[type]]
  })
  const resolved = tell.kind.endsWith('resolved') && comments.length === 0 && !notice ? [words.resolved] : []
  return [
    ...[...(changes.length === 0 && noticeContent ? [noticeContent] : []), ...new Set(points), ...resolved].map(
      (text): Line => ({ kind: 'point', text: oneLine(text, POINT_CHARS) }),
    ),
    ...comments.map(({ content }): Line => ({ kind: 'quote', text: oneLine(plainText(withMentionNames(content)), WORDS_CHARS) })),
  ]
}

/** The first sixty lines; a title counts as one. */
function shortened(sections: Section[]) {
  const size = ({ lines }: Entry) => 1 + lines.length
  const all = sections.reduce((sum, { entries }) => sum + entries.reduce((lines, entry) => lines + size(entry), 0), 0)
  let room = LINES_MAX
  const shown = sections.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => {
      const fits = size(entry) <= room
      room = fits ? room - size(entry) : 0
      return fits
    }),
  }))
  const lines = shown.reduce((sum, { entries }) => sum + entries.reduce((one, entry) => one + size(entry), 0), 0)
  return { sections: shown.filter(({ entries }) => entries.length > 0), more: all - lines, lines: all }
}
