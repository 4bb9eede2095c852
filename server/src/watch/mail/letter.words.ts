import type { ChangeType } from '../../content/change.rules.ts'

/** What happened, in numbers, for the subject line: it names no page, item or person. */
interface Counts {
  to_me: number
  pages: number
  comments: number
  others: number
}

interface Words {
  subject: (counts: Counts) => string
  /** Of a site whose mails hold no content. */
  bare: (news: number) => string
  bareText: string
  /** `hour` of the person. */
  greeting: (hour: number, name: string) => string
  soon: (news: number) => string
  intro: Record<'soon' | 'daily' | 'weekly' | 'preview', string>
  /** A requested digest without news. */
  nothing: string
  sections: Record<'to_me' | 'due' | 'feedback', string>
  changes: Record<ChangeType, string>
  /** Who acted, and how often. */
  by: (names: readonly string[], saves: number) => string
  via: (name: string, program: string) => string
  resolved: string
  moreLines: (lines: number) => string
  more: (lines: number) => string
  compare: string
  answer: string
  open: string
  last: string
  why: Record<'soon' | 'daily' | 'weekly' | 'preview', string>
  stop: { thread: string; group: string; all: string }
  settings: string
}

const NAMES_MAX = 4

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const letterWords: Record<'en' | 'zh', Words> = {
  en: {
    subject: ({ to_me, pages, comments, others }) => {
      const parts = [
        ...(to_me > 0 ? [`${to_me} for you`] : []),
        ...(pages > 0 ? [plural(pages, 'page changed', 'pages changed')] : []),
        ...(comments > 0 ? [plural(comments, 'comment', 'comments')] : []),
        ...(others > 0 ? [plural(others, 'other event', 'other events')] : []),
      ]
      return `Sheaf: ${parts.length > 0 ? parts.join(', ') : 'no news'}`
    },
    bare: (news) => `${plural(news, 'piece', 'pieces')} of news in Sheaf`,
    bareText: 'Mails of this site do not show what happened. Open your notices to read it.',
    greeting: (hour, name) => `${hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'}, ${name}`,
    soon: (news) => (news === 1 ? 'Something concerns you' : `${news} things concern you`),
    intro: {
      soon: '',
      daily: 'What happened since your last digest, without what you have read already.',
      weekly: 'What happened since last week, without what you have read already.',
      preview: 'This is what your next digest would contain now.',
    },
    nothing: 'There is no news. Digests without news are not sent.',
    sections: { to_me: 'For you', due: 'Due for review', feedback: 'Feedback of readers' },
    changes: {
      'page.created': 'New page',
      'page.changed': 'Changed',
      'page.moved': 'Moved',
      'page.deleted': 'Deleted',
      'page.recovered': 'Recovered',
      'catalog.created': 'New catalog',
      'catalog.renamed': 'Catalog renamed',
      'catalog.moved': 'Catalog moved',
      'catalog.deleted': 'Catalog deleted',
      'item.imported': 'Pages imported',
      'item.archived': 'Item archived',
      'suggestion.opened': 'A change was suggested',
      'suggestion.accepted': 'A suggestion was accepted',
      'suggestion.declined': 'A suggestion was declined',
      'suggestion.withdrawn': 'A suggestion was withdrawn',
    },
    by: (names, saves) =>
      `${new Intl.ListFormat('en').format(names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX), `${names.length - NAMES_MAX} more`] : names)}${saves > 1 ? `, ${saves} changes` : ''}`,
    via: (name, program) => `${name} via ${program}`,
    resolved: 'The thread was resolved',
    moreLines: (lines) => `and ${lines} more`,
    more: (lines) => `and ${lines} more`,
    compare: 'What changed',
    answer: 'Answer',
    open: 'Open your notices',
    last: 'No more mails come at once today. The rest comes in your digest.',
    why: {
      soon: 'You get this mail because something concerns you.',
      daily: 'You get this daily digest because you watch pages.',
      weekly: 'You get this weekly digest because you watch pages.',
      preview: 'You asked for this mail.',
    },
    stop: { thread: 'No more mail about this thread', group: 'Stop these mails', all: 'Stop all mail about news' },
    settings: 'All settings',
  },
  zh: {
    subject: ({ to_me, pages, comments, others }) => {
      const parts = [
        ...(to_me > 0 ? [`${to_me} 条与您相关`] : []),
        ...(pages > 0 ? [`${pages} 个页面有变更`] : []),
        ...(comments > 0 ? [`${comments} 条评论`] : []),
        ...(others > 0 ? [`${others} 条其他动态`] : []),
      ]
      return `简册：${parts.length > 0 ? parts.join('，') : '暂无新动态'}`
    },
    bare: (news) => `简册中有 ${news} 条新动态`,
    bareText: '本站邮件不显示具体内容，请打开通知查看。',
    greeting: (hour, name) => `${hour < 12 ? '早上好' : hour < 18 ? '下午好' : '晚上好'}，${name}`,
    soon: (news) => `有 ${news} 条动态与您相关`,
    intro: {
      soon: '',
      daily: '上次汇总以来的动态，不含您已查看的内容。',
      weekly: '上周以来的动态，不含您已查看的内容。',
      preview: '以下是此刻的汇总内容。',
    },
    nothing: '暂无新动态。没有动态时不发送汇总邮件。',
    sections: { to_me: '与您相关', due: '待复核', feedback: '读者反馈' },
    changes: {
      'page.created': '新建页面',
      'page.changed': '已修改',
      'page.moved': '已移动',
      'page.deleted': '已删除',
      'page.recovered': '已恢复',
      'catalog.created': '新建目录',
      'catalog.renamed': '目录已重命名',
      'catalog.moved': '目录已移动',
      'catalog.deleted': '目录已删除',
      'item.imported': '已导入页面',
      'item.archived': '项目已归档',
      'suggestion.opened': '收到修改建议',
      'suggestion.accepted': '修改建议已采纳',
      'suggestion.declined': '修改建议未采纳',
      'suggestion.withdrawn': '修改建议已撤回',
    },
    by: (names, saves) =>
      `${names.slice(0, NAMES_MAX).join('、')}${names.length > NAMES_MAX ? `等 ${names.length} 人` : ''}${saves > 1 ? `，共 ${saves} 处变更` : ''}`,
    via: (name, program) => `${name}（通过 ${program}）`,
    resolved: '讨论已标为已解决',
    moreLines: (lines) => `另有 ${lines} 条`,
    more: (lines) => `另有 ${lines} 条动态`,
    compare: '查看变更',
    answer: '回复',
    open: '查看通知',
    last: '今日即时邮件已达上限，其余动态将随汇总邮件发送。',
    why: {
      soon: '有动态与您相关，因此收到此邮件。',
      daily: '您关注了一些内容，因此每天收到此邮件。',
      weekly: '您关注了一些内容，因此每周收到此邮件。',
      preview: '此邮件由您主动请求发送。',
    },
    stop: { thread: '不再接收此讨论的邮件', group: '停止接收此类邮件', all: '停止接收所有动态邮件' },
    settings: '全部设置',
  },
}
