import type { Language, NoticeGroup } from '@sheaf/contract'
import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { changeText } from '@sheaf/description/change-text'
import { writtenDay, writtenMoment } from '../runtime/days.ts'
import { type SecurityAbout, securityKinds } from './security.words.ts'

/** The subject of a notice. Names are those at the time of writing. */
export interface About extends Omit<SecurityAbout, 'by'> {
  item?: string
  team?: string
  /** A group of a provider or of the directory, and the name of the provider. */
  group?: string
  provider?: string
  /** People whose entries in the directory are gone. */
  people?: string[]
  count?: number
  total?: number
  page?: string
  pages?: number
  catalog?: string
  /** The target item of a move, when the recipient can read it. */
  to?: string
  authority?: number
  token?: string
  /** The names of several tokens and connections. */
  tokens?: string[]
  webhook?: string
  host?: string
  /** Unix seconds. */
  since?: number
  /** The day of a review, in Unix seconds. */
  until?: number
  /** The hosts that webhooks of the item call. */
  hosts?: string[]
  /** The item has a key of the open API, which its previous owner can have read. */
  has_key?: boolean
  suggestion_id?: number
  thread_id?: number
  /** It goes to all members of a large team. */
  is_many?: boolean
  /** What the editor wrote about their decision. */
  note?: string
  /** The name of an example that fails. */
  example?: string
  source?: string
  source_id?: number
  /** Parts that would go. */
  parts?: number
  breaking?: number
  /** The first breaking change. */
  change?: Parameters<typeof changeText>[0]
  /** What a person asks for. */
  wants?: 'read' | 'edit'
  /** The program through which the person acted. */
  via?: string
  by: string
}

interface Words {
  title: string
  /** Days are written in the language and the time zone of the reader. */
  text: (about: Omit<About, 'since' | 'until'> & { since: string; until: string }) => string
}

const authority = { en: (group = 0) => (group === 1 ? 'can edit' : 'read only'), zh: (group = 0) => (group === 1 ? '可编辑' : '只读') }

const webhooks = {
  en: (hosts: string[] = []) =>
    hosts.length === 0
      ? ''
      : ` It has ${hosts.length === 1 ? 'a webhook' : `${hosts.length} webhooks`}, sending to ${[...new Set(hosts)].join(', ')}.`,
  zh: (hosts: string[] = []) =>
    hosts.length === 0 ? '' : `该项目有 ${hosts.length} 个 Webhook，发送至 ${[...new Set(hosts)].join('、')}。`,
}
/** Programs with the key keep working, so only the new owner can decide when to reset it. */
const knownKey = {
  en: (has_key = false) =>
    has_key ? ' The previous owner can know its API key; reset it under “Open API” if they should not write any more.' : '',
  zh: (has_key = false) => (has_key ? '原所有者可能知道该项目的 API 密钥；如不应再由其写入，请在“开放 API”中重置。' : ''),
}
/** Tokens and connections that are named in a notice; the others are counted. */
const NAMES_MAX = 5
const named = {
  en: (names: string[] = []) => {
    const shown = names.slice(0, NAMES_MAX).map((name) => `“${name}”`)
    return new Intl.ListFormat('en').format(names.length > NAMES_MAX ? [...shown, `${names.length - NAMES_MAX} more`] : shown)
  },
  zh: (names: string[] = []) => {
    const shown = names
      .slice(0, NAMES_MAX)
      .map((name) => `“${name}”`)
      .join('、')
    return names.length > NAMES_MAX ? `${shown}等 ${names.length} 个程序` : shown
  },
}
const others = (pages: number) => (pages === 1 ? '1 other page' : `${pages} other pages`)

/** A change in a plain sentence; pages mark the names in it as code. */
const plainChange = (...given: Parameters<typeof changeText>) => changeText(...given).replaceAll('`', '')

/** Every kind of notice in both languages. The text is built at reading time, in the reader's language. */
const kinds = {
  ...securityKinds,
  itemJoined: {
    en: {
      title: 'Added to an item',
      text: ({ item, by, authority: group }) => `${by} added you to the item “${item}” (${authority.en(group)}).`,
    },
    zh: { title: '已加入项目', text: ({ item, by, authority: group }) => `${by} 将您加入项目“${item}”（${authority.zh(group)}）。` },
  },
  itemRemoved: {
    en: { title: 'Removed from an item', text: ({ item, by }) => `${by} removed you from the item “${item}”.` },
    zh: { title: '已移出项目', text: ({ item, by }) => `${by} 将您移出了项目“${item}”。` },
  },
  teamJoined: {
    en: { title: 'Added to a team', text: ({ team, by }) => `${by} added you to the team “${team}”.` },
    zh: { title: '已加入团队', text: ({ team, by }) => `${by} 将您加入团队“${team}”。` },
  },
  teamRemoved: {
    en: { title: 'Removed from a team', text: ({ team, by }) => `${by} removed you from the team “${team}”.` },
    zh: { title: '已移出团队', text: ({ team, by }) => `${by} 将您移出了团队“${team}”。` },
  },
  groupJoined: {
    en: { title: 'Added to a team', text: ({ team, group }) => `Your group “${group}” made you a member of the team “${team}”.` },
    zh: { title: '已加入团队', text: ({ team, group }) => `您属于用户组“${group}”，已自动加入团队“${team}”。` },
  },
  groupLeft: {
    en: {
      title: 'Removed from a team',
      text: ({ team, group }) => `You are no longer a member of the team “${team}”. Your membership came from the group “${group}”.`,
    },
    zh: { title: '已移出团队', text: ({ team, group }) => `您已移出团队“${team}”，此前通过用户组“${group}”加入。` },
  },
  ldapGone: {
    en: {
      title: 'People are no longer in the directory',
      text: ({ people = [] }) =>
        `The directory no longer has ${new Intl.ListFormat('en').format(people)}. ${people.length === 1 ? 'This account still works' : 'Their accounts still work'}. If they have left, disable ${people.length === 1 ? 'it' : 'them'} in the list of users.`,
    },
    zh: {
      title: '有人员已不在目录中',
      text: ({ people = [] }) => `目录中已没有 ${people.join('、')}，其账号仍可使用。如已离职，请在用户列表中停用。`,
    },
  },
  ldapDisabled: {
    en: {
      title: 'Accounts were disabled',
      text: ({ people = [] }) =>
        `The directory no longer has ${new Intl.ListFormat('en').format(people)}. ${people.length === 1 ? 'The account was' : 'Their accounts were'} disabled. You can enable ${people.length === 1 ? 'it' : 'them'} again in the list of users.`,
    },
    zh: {
      title: '已停用账号',
      text: ({ people = [] }) => `目录中已没有 ${people.join('、')}，其账号已停用。您可以在用户列表中重新启用。`,
    },
  },
  ldapAlarm: {
    en: {
      title: 'Many people are missing in the directory',
      text: ({ count = 0, total = 0 }) =>
        `The directory has no entry for ${count} of ${total} linked accounts. These are more than can have left in one night, so no account was changed. Check the base DN, and what the bind DN can read.`,
    },
    zh: {
      title: '目录中缺少大量人员',
      text: ({ count = 0, total = 0 }) =>
        `${total} 个已关联的账号中有 ${count} 个在目录中找不到，超出一夜之间可能离职的人数，因此未改动任何账号。请检查 Base DN 以及 Bind DN 的读取权限。`,
    },
  },
  groupBound: {
    en: {
      title: 'A group fills your team',
      text: ({ team, group, provider, by }) =>
        `${by}, an administrator, bound the group “${group}” of ${provider ? `“${provider}”` : 'the directory'} to your team “${team}”. Its people become members when they sign in. You can unbind it on the page of the members.`,
    },
    zh: {
      title: '您的团队已绑定用户组',
      text: ({ team, group, provider, by }) =>
        `管理员 ${by} 将${provider ? `“${provider}”` : '目录'}的用户组“${group}”绑定到您的团队“${team}”。该组人员登录时自动成为团队成员。您可以在团队成员页面解除绑定。`,
    },
  },
  groupUnbound: {
    en: {
      title: 'A group was unbound from a team',
      text: ({ team, group, by }) => `${by} unbound the group “${group}” from the team “${team}”. The memberships that came from it ended.`,
    },
    zh: { title: '用户组已解绑', text: ({ team, group, by }) => `${by} 将用户组“${group}”与团队“${team}”解绑，由此产生的成员身份已取消。` },
  },
  authority: {
    en: {
      title: 'Your authority changed',
      text: ({ item, by, authority: group }) => `${by} changed your authority on the item “${item}”: ${authority.en(group)}.`,
    },
    zh: {
      title: '权限已变更',
      text: ({ item, by, authority: group }) => `${by} 变更了您在项目“${item}”中的权限：${authority.zh(group)}。`,
    },
  },
  itemGiven: {
    en: {
      title: 'An item is yours now',
      text: ({ item, by, hosts, has_key }) => `${by} transferred the item “${item}” to you.${webhooks.en(hosts)}${knownKey.en(has_key)}`,
    },
    zh: {
      title: '项目已转让给您',
      text: ({ item, by, hosts, has_key }) => `${by} 将项目“${item}”转让给了您。${webhooks.zh(hosts)}${knownKey.zh(has_key)}`,
    },
  },
  itemTaken: {
    en: { title: 'An item was transferred', text: ({ item, by }) => `${by} transferred your item “${item}” to someone else.` },
    zh: { title: '您的项目已被转让', text: ({ item, by }) => `${by} 已将您的项目“${item}”转让给他人。` },
  },
  itemDeleted: {
    en: { title: 'Your item was deleted', text: ({ item, by }) => `${by}, an administrator, deleted your item “${item}”.` },
    zh: { title: '您的项目已被删除', text: ({ item, by }) => `管理员 ${by} 删除了您的项目“${item}”。` },
  },
  teamGiven: {
    en: { title: 'A team is yours now', text: ({ team, by }) => `${by} transferred the team “${team}” and its items to you.` },
    zh: { title: '团队已转让给您', text: ({ team, by }) => `${by} 将团队“${team}”及其项目转让给了您。` },
  },
  pageChanged: {
    en: { title: 'Your page was changed', text: ({ item, page, by }) => `${by} changed your page “${page}” in “${item}”.` },
    zh: { title: '您的页面已被修改', text: ({ item, page, by }) => `${by} 修改了您在“${item}”中的页面“${page}”。` },
  },
  pagesChanged: {
    en: {
      title: 'Your pages were changed',
      text: ({ item, pages, by }) => `${by} imported into “${item}” and changed ${pages} of your pages.`,
    },
    zh: { title: '您的页面已被修改', text: ({ item, pages, by }) => `${by} 向“${item}”导入内容，修改了您的 ${pages} 个页面。` },
  },
  pageDeleted: {
    en: {
      title: 'Your page was deleted',
      text: ({ item, page, by }) => `${by} deleted your page “${page}” in “${item}”. It is in the recycle bin for 30 days.`,
    },
    zh: {
      title: '您的页面已被删除',
      text: ({ item, page, by }) => `${by} 删除了您在“${item}”中的页面“${page}”，30 天内可从回收站恢复。`,
    },
  },
  catalogMoved: {
    en: {
      title: 'A catalog was moved away',
      text: ({ item, catalog, by }) => `${by} moved the catalog “${catalog}” with its pages from “${item}” to another item.`,
    },
    zh: {
      title: '目录已移出项目',
      text: ({ item, catalog, by }) => `${by} 将目录“${catalog}”及其页面从项目“${item}”移到了其他项目。`,
    },
  },
  pageMoved: {
    en: {
      title: 'Your page was moved',
      text: ({ item, page, to, by }) => `${by} moved your page “${page}” from “${item}” to ${to ? `“${to}”` : 'another item'}.`,
    },
    zh: {
      title: '您的页面已被移动',
      text: ({ item, page, to, by }) => `${by} 将您的页面“${page}”从“${item}”移到了${to ? `“${to}”` : '其他项目'}。`,
    },
  },
  pagesMoved: {
    en: {
      title: 'Your pages were moved',
      text: ({ item, pages, to, by }) => `${by} moved ${pages} of your pages from “${item}” to ${to ? `“${to}”` : 'another item'}.`,
    },
    zh: {
      title: '您的页面已被移动',
      text: ({ item, pages, to, by }) => `${by} 将您的 ${pages} 个页面从“${item}”移到了${to ? `“${to}”` : '其他项目'}。`,
    },
  },
  tokenEnding: {
    en: {
      title: 'A token expires soon',
      text: ({ token }) => `Your token “${token}” expires within seven days. Create another one in your settings.`,
    },
    zh: { title: '令牌即将到期', text: ({ token }) => `您的令牌“${token}”将在七天内到期，可在个人设置中新建令牌。` },
  },
  webhookFailing: {
    en: {
      title: 'A webhook is failing',
      text: ({ item, webhook, host, since }) =>
        `The webhook “${webhook}”${item ? ` of “${item}”` : ''} has not reached ${host} since ${since}. Sheaf keeps trying for five days.`,
    },
    zh: {
      title: 'Webhook 投递失败',
      text: ({ item, webhook, host, since }) =>
        `${item ? `“${item}”的 ` : ''}Webhook“${webhook}”自 ${since}起未能送达 ${host}，5 天内会继续重试。`,
    },
  },
  webhookOff: {
    en: {
      title: 'A webhook was switched off',
      text: ({ item, webhook, host, since }) =>
        `The webhook “${webhook}”${item ? ` of “${item}”` : ''} was switched off: it has not reached ${host} since ${since}. Switch it on again in the settings.`,
    },
    zh: {
      title: 'Webhook 已停用',
      text: ({ item, webhook, host, since }) =>
        `${item ? `“${item}”的 ` : ''}Webhook“${webhook}”自 ${since}起未能送达 ${host}，已停用，可在设置中重新启用。`,
    },
  },
  commentMention: {
    en: { title: 'You were mentioned', text: ({ item, page, by }) => `${by} mentioned you in a comment on “${page}” in “${item}”.` },
    zh: { title: '有人提到了您', text: ({ item, page, by }) => `${by} 在“${item}”的页面“${page}”的评论中提到了您。` },
  },
  commentReply: {
    en: { title: 'A reply to your comment', text: ({ item, page, by }) => `${by} replied on “${page}” in “${item}”.` },
    zh: { title: '您的讨论有新回复', text: ({ item, page, by }) => `${by} 在“${item}”的页面“${page}”中回复了讨论。` },
  },
  commentMade: {
    en: { title: 'A comment on your page', text: ({ item, page, by }) => `${by} commented on “${page}” in “${item}”.` },
    zh: { title: '您的页面有新评论', text: ({ item, page, by }) => `${by} 评论了“${item}”中的页面“${page}”。` },
  },
  suggestionMade: {
    en: { title: 'A suggestion to decide', text: ({ item, page, by }) => `${by} suggested a change to “${page}” in “${item}”.` },
    zh: { title: '有待处理的修改建议', text: ({ item, page, by }) => `${by} 对“${item}”中的页面“${page}”提出了修改建议。` },
  },
  suggestionAccepted: {
    en: {
      title: 'Your suggestion was accepted',
      text: ({ page, by, note }) => `${by} accepted your suggestion for “${page}”${note ? `: ${note}` : '.'}`,
    },
    zh: { title: '您的建议已被采纳', text: ({ page, by, note }) => `${by} 采纳了您对“${page}”的修改建议${note ? `：${note}` : '。'}` },
  },
  suggestionDeclined: {
    en: {
      title: 'Your suggestion was declined',
      text: ({ page, by, note }) => `${by} declined your suggestion for “${page}”${note ? `: ${note}` : '.'}`,
    },
    zh: { title: '您的建议未被采纳', text: ({ page, by, note }) => `${by} 未采纳您对“${page}”的修改建议${note ? `：${note}` : '。'}` },
  },
  suggestionOvertaken: {
    en: {
      title: 'Your suggestion is no longer needed',
      text: ({ page, by }) => `${by} closed your suggestion for “${page}”, because the page contains its changes already.`,
    },
    zh: { title: '您的建议已无需处理', text: ({ page, by }) => `${by} 关闭了您对“${page}”的修改建议，页面中已包含相应改动。` },
  },
  feedbackAnswered: {
    en: { title: 'Your feedback was answered', text: ({ page, by, note }) => `${by} answered what you wrote about “${page}”: ${note}` },
    zh: { title: '您的反馈已得到答复', text: ({ page, by, note }) => `${by} 答复了您对“${page}”的反馈：${note}` },
  },
  accessAsked: {
    en: {
      title: 'A request for access',
      text: ({ item, by, wants = 'read', note }) => `${by} asks to ${wants} “${item}”${note ? `: ${note}` : '.'}`,
    },
    zh: {
      title: '有新的访问申请',
      text: ({ item, by, wants = 'read', note }) => `${by} 申请${wants === 'edit' ? '编辑' : '阅读'}“${item}”${note ? `：${note}` : '。'}`,
    },
  },
  askDeclined: {
    en: {
      title: 'Your request for access was declined',
      text: ({ since, note }) => `Your request of ${since} was declined${note ? `: ${note}` : '.'}`,
    },
    zh: {
      title: '您的访问申请未获批准',
      text: ({ since, note }) => `您于 ${since}提交的申请未获批准${note ? `：${note}` : '。'}`,
    },
  },
  sourceHeld: {
    en: {
      title: 'A version is on hold',
      text: ({ item, source, by, parts = 0 }) =>
        `${by} sent a version of “${source}” in “${item}” that no longer has ${parts === 1 ? '1 part' : `${parts} parts`}. It is on hold, and nothing was changed. Apply it or drop it.`,
    },
    zh: {
      title: '有版本待确认',
      text: ({ item, source, by, parts = 0 }) =>
        `${by} 推送了“${item}”中来源“${source}”的新版本，其中少了 ${parts} 个条目。该版本待确认，页面未做任何改动，请应用或放弃。`,
    },
  },
  sourceBroke: {
    en: {
      title: 'A source has breaking changes',
      text: ({ item, source, by, breaking = 0, change }) =>
        `${by} changed “${source}” in “${item}”: ${breaking === 1 ? '1 breaking change' : `${breaking} breaking changes`}${change ? `, ${breaking === 1 ? '' : 'first: '}${plainChange(change, 'en')}` : ''}.`,
    },
    zh: {
      title: '来源有不兼容变更',
      text: ({ item, source, by, breaking = 0, change }) =>
        `${by} 更新了“${item}”中的来源“${source}”：${breaking} 处不兼容变更${change ? `${breaking === 1 ? '：' : '，首项：'}${plainChange(change, 'zh')}` : ''}。`,
    },
  },
  wordsMoved: {
    en: {
      title: 'Your words wait for a look',
      text: ({ item, source, page, pages = 0, by }) =>
        `${by} changed “${source}” in “${item}”, which now says something new where you wrote on “${page}”${pages > 0 ? ` and ${pages === 1 ? '1 other page' : `${pages} other pages`}` : ''}. Your words are still shown.`,
    },
    zh: {
      title: '您的说明有待查看',
      text: ({ item, source, page, pages = 0, by }) =>
        `${by} 更新了“${item}”中的来源“${source}”，您在“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}上写过说明的位置有了新内容。页面上仍显示您的说明。`,
    },
  },
  pageStale: {
    en: {
      title: 'Pages that may be out of date',
      text: ({ item, page, pages = 0 }) =>
        `The sources of “${page}” in “${item}” have changed${pages > 0 ? `, and so have those of ${pages === 1 ? '1 other page' : `${pages} other pages`}` : ''}. You are responsible. Look at what changed, then correct the text or confirm that it is still true.`,
    },
    zh: {
      title: '有页面可能过时',
      text: ({ item, page, pages = 0 }) =>
        `“${item}”中由您负责的“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}所依据的内容已有变化。请查看变化，修改正文或确认内容仍然正确。`,
    },
  },
  reviewSoon: {
    en: {
      title: 'A review comes up',
      text: ({ item, page, pages = 0, until }) =>
        `“${page}” in “${item}” is due for review by ${until}${pages > 0 ? `, and ${others(pages)} within 14 days` : ''}.`,
    },
    zh: {
      title: '即将复核',
      text: ({ item, page, pages = 0, until }) =>
        `“${item}”中的“${page}”须在 ${until}前复核${pages > 0 ? `，另有 ${pages} 个页面将在 14 天内到期` : ''}。`,
    },
  },
  reviewDue: {
    en: {
      title: 'A review is due',
      text: ({ item, page, pages = 0 }) =>
        `“${page}” in “${item}”${pages > 0 ? ` and ${others(pages)} are` : ' is'} due for review. You are responsible. Read ${pages > 0 ? 'them' : 'it'} and say what is still true.`,
    },
    zh: {
      title: '有页面待复核',
      text: ({ item, page, pages = 0 }) =>
        `“${item}”中由您负责的“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}已到复核日期，请阅读并确认。`,
    },
  },
  reviewLate: {
    en: {
      title: 'A review is overdue',
      text: ({ item, page, pages = 0, until }) =>
        `“${page}” in “${item}” has been due for review since ${until}${pages > 0 ? `; ${others(pages)} ${pages === 1 ? 'is' : 'are'} overdue as well` : ''}.`,
    },
    zh: {
      title: '复核已逾期',
      text: ({ item, page, pages = 0, until }) =>
        `“${item}”中的“${page}”自 ${until}起待复核${pages > 0 ? `，另有 ${pages} 个页面已逾期` : ''}。`,
    },
  },
  reviewLeft: {
    en: {
      title: 'A review stays undone',
      text: ({ item, page, pages = 0, until }) =>
        `“${page}” in “${item}” has been due for review since ${until}${pages > 0 ? `, and ${others(pages)} for as long` : ''}. The people responsible were reminded for eight weeks. You may choose someone else.`,
    },
    zh: {
      title: '复核长期未完成',
      text: ({ item, page, pages = 0, until }) =>
        `“${item}”中的“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}自 ${until}起待复核，已连续八周提醒负责人。您可以改由他人负责。`,
    },
  },
  stewardGone: {
    en: {
      title: 'Pages with no one responsible',
      text: ({ item, pages = 0, note }) =>
        `${pages === 1 ? '1 page' : `${pages} pages`} of “${item}” ${pages === 1 ? 'has' : 'have'} no one responsible since ${note} left.`,
    },
    zh: { title: '有页面无人负责', text: ({ item, pages = 0, note }) => `${note} 离开后，“${item}”中有 ${pages} 个页面无人负责。` },
  },
  stewardSet: {
    en: {
      title: 'You are responsible',
      text: ({ item, page, pages = 0, by }) =>
        page
          ? `${by} made you responsible for “${page}” in “${item}”${pages > 0 ? ` and for ${others(pages)}` : ''}.`
          : `${by} made you responsible for pages of “${item}”.`,
    },
    zh: {
      title: '您成为负责人',
      text: ({ item, page, pages = 0, by }) =>
        page
          ? `${by} 请您负责“${item}”中的页面“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}。`
          : `${by} 请您负责“${item}”中的页面。`,
    },
  },
  stewardOffered: {
    en: {
      title: 'Pages are offered to you',
      text: ({ item, page, pages = 0, by }) =>
        `${by} would like to hand “${page}” in “${item}”${pages > 0 ? ` and ${others(pages)}` : ''} on to you. Accept or decline under “Due”.`,
    },
    zh: {
      title: '有页面待移交给您',
      text: ({ item, page, pages = 0, by }) =>
        `${by} 希望将“${item}”中的页面“${page}”${pages > 0 ? `等 ${pages + 1} 个页面` : ''}移交给您负责，请在“待复核”中接受或谢绝。`,
    },
  },
  stewardAccepted: {
    en: { title: 'Your page was taken over', text: ({ item, page, by }) => `${by} is responsible for “${page}” in “${item}” now.` },
    zh: { title: '页面已移交', text: ({ item, page, by }) => `${by} 已接手负责“${item}”中的页面“${page}”。` },
  },
  stewardDeclined: {
    en: { title: 'Your offer was declined', text: ({ item, page, by }) => `${by} did not take over “${page}” in “${item}”.` },
    zh: { title: '移交被谢绝', text: ({ item, page, by }) => `${by} 没有接手“${item}”中的页面“${page}”。` },
  },
  reviewFlagged: {
    en: {
      title: 'A page needs work',
      text: ({ item, page, by }) => `${by} says that “${page}” in “${item}” needs work. You are responsible.`,
    },
    zh: { title: '页面需要修订', text: ({ item, page, by }) => `${by} 认为“${item}”中由您负责的页面“${page}”需要修订。` },
  },
  exampleFailed: {
    en: {
      title: 'An example fails',
      text: ({ item, page, pages = 0, example }) =>
        `A build found that the API no longer answers as “${page}” in “${item}” shows in the example “${example}”${pages > 0 ? `. Examples of ${pages === 1 ? '1 other page' : `${pages} other pages`} fail too` : ''}. You are responsible. Correct the page, or report the change of the API.`,
    },
    zh: {
      title: '有示例未通过',
      text: ({ item, page, pages = 0, example }) =>
        `构建发现，接口的响应与“${item}”中由您负责的“${page}”里的示例“${example}”不再一致${pages > 0 ? `，另有 ${pages} 个页面的示例未通过` : ''}。请修改页面，或反馈接口的变化。`,
    },
  },
  sourceFailed: {
    en: {
      title: 'A source cannot be fetched',
      text: ({ item, source, host, since }) =>
        `“${source}” in “${item}” could not be fetched from ${host} since ${since}. Its pages show what the source contained before. It is tried again once a day.`,
    },
    zh: {
      title: '来源抓取失败',
      text: ({ item, source, host, since }) =>
        `“${item}”中的来源“${source}”自 ${since}起无法从 ${host} 抓取。页面仍显示此前的内容，系统每天重试一次。`,
    },
  },
  enginesKeptOut: {
    en: {
      title: 'Search engines are kept out',
      text: () =>
        'Since this version search engines list no page of this site. You can let them in under Administration, Site settings, Search engines and agents, and then choose item by item.',
    },
    zh: {
      title: '搜索引擎默认不收录',
      text: () => '自本版本起，搜索引擎默认不收录本站页面。可在“后台管理 › 站点设置 › 搜索引擎与智能体”中开放收录，之后可逐个项目选择。',
    },
  },
  grantStolen: {
    en: {
      title: 'A connection was revoked',
      text: ({ token }) =>
        `“${token}” used a key that was already replaced, so its connection was revoked. Connect it again if you use it.`,
    },
    zh: {
      title: '连接已被撤销',
      text: ({ token }) => `“${token}”使用了已更换的密钥，其连接已被撤销。如仍在使用，请重新连接。`,
    },
  },
  grantEnded: {
    en: { title: 'A program lost its access', text: ({ token, by }) => `${by}, an administrator, revoked the access of “${token}”.` },
    zh: { title: '程序的访问权限已撤销', text: ({ token, by }) => `管理员 ${by} 撤销了“${token}”的访问权限。` },
  },
  grantsEnded: {
    en: {
      title: 'Your password was replaced',
      text: ({ tokens, by }) =>
        `${by ? `${by}, an administrator,` : 'The operator of this server'} set a new password for your account, which revoked the access of ${named.en(tokens)}. Create or connect them again if you use them.`,
    },
    zh: {
      title: '您的密码已被重设',
      text: ({ tokens, by }) =>
        `${by ? `管理员 ${by} ` : '服务器运维人员'}为您的账号设置了新密码，${named.zh(tokens)}的访问权限随之撤销。如仍需使用，请重新创建或连接。`,
    },
  },
  tokenMoved: {
    en: {
      title: 'A token was moved here',
      text: ({ token }) => `Your token “${token}” from ShowDoc works here too. Your settings show when it expires.`,
    },
    zh: { title: '令牌已随迁移保留', text: ({ token }) => `您在 ShowDoc 中的令牌“${token}”在此继续有效，到期时间见个人设置。` },
  },
  memberLeft: {
    en: { title: 'A member left', text: ({ item, by }) => `${by} left the item “${item}”.` },
    zh: { title: '成员已退出', text: ({ item, by }) => `${by} 退出了项目“${item}”。` },
  },
  watchedChanged: {
    en: { title: 'A page that you watch was changed', text: ({ item, page, by }) => `${by} changed “${page}” in “${item}”.` },
    zh: { title: '您关注的页面有更新', text: ({ item, page, by }) => `${by} 更新了“${item}”中的页面“${page}”。` },
  },
  watchedCreated: {
    en: { title: 'A new page where you watch', text: ({ item, page, by }) => `${by} added “${page}” to “${item}”.` },
    zh: { title: '您关注的位置有新页面', text: ({ item, page, by }) => `${by} 在“${item}”中添加了页面“${page}”。` },
  },
  watchedMoved: {
    en: { title: 'A page that you watch was moved', text: ({ item, page, by }) => `${by} moved “${page}” in “${item}”.` },
    zh: { title: '您关注的页面已移动', text: ({ item, page, by }) => `${by} 移动了“${item}”中的页面“${page}”。` },
  },
  watchedGone: {
    en: { title: 'A page that you watch was deleted', text: ({ item, page, by }) => `${by} deleted “${page}” from “${item}”.` },
    zh: { title: '您关注的页面已删除', text: ({ item, page, by }) => `${by} 删除了“${item}”中的页面“${page}”。` },
  },
  watchedMany: {
    en: { title: 'Several changes in an item that you watch', text: ({ item, by }) => `${by} made several changes in “${item}”.` },
    zh: { title: '您关注的项目有多处变更', text: ({ item, by }) => `${by} 在“${item}”中做了多处变更。` },
  },
  watchedComment: {
    en: { title: 'A comment where you watch', text: ({ item, page, by }) => `${by} commented on “${page}” in “${item}”.` },
    zh: { title: '您关注的位置有新评论', text: ({ item, page, by }) => `${by} 评论了“${item}”中的页面“${page}”。` },
  },
  watchedResolved: {
    en: { title: 'A discussion was resolved', text: ({ item, page, by }) => `${by} resolved a discussion on “${page}” in “${item}”.` },
    zh: { title: '讨论已标为解决', text: ({ item, page, by }) => `${by} 将“${item}”中页面“${page}”的一条讨论标为已解决。` },
  },
  feedbackNotes: {
    en: { title: 'Feedback of a reader', text: ({ item, page, by }) => `${by} left a note about “${page}” in “${item}”.` },
    zh: { title: '读者反馈', text: ({ item, page, by }) => `${by} 对“${item}”中的页面“${page}”留下了反馈。` },
  },
} satisfies Record<string, InLanguages<Words>>

export type Kind = keyof typeof kinds

const watched: readonly string[] = [
  'pageChanged',
  'pagesChanged',
  'pageDeleted',
  'pageMoved',
  'pagesMoved',
  'catalogMoved',
  'commentMade',
  'watchedChanged',
  'watchedCreated',
  'watchedGone',
  'watchedMoved',
  'watchedMany',
  'watchedComment',
  'watchedResolved',
]
const due: readonly string[] = ['pageStale', 'reviewSoon', 'reviewDue', 'reviewLate', 'reviewLeft', 'exampleFailed']
const security: readonly string[] = [...Object.keys(securityKinds), 'grantStolen', 'grantEnded', 'grantsEnded', 'tokenEnding', 'tokenMoved']
const site: readonly string[] = [
  'message',
  'webhookFailing',
  'webhookOff',
  'enginesKeptOut',
  'memberLeft',
  'sourceHeld',
  'sourceBroke',
  'sourceFailed',
  'wordsMoved',
  'ldapGone',
  'ldapDisabled',
  'ldapAlarm',
]
const feedback: readonly string[] = ['feedbackNotes']

const kindsOf: Record<NoticeGroup, readonly string[]> = {
  watched,
  due,
  security,
  site,
  feedback,
  to_me: Object.keys(kinds).filter((kind) => ![watched, due, security, site, feedback].some((one) => one.includes(kind))),
}

/** The kinds of notices of a group; undefined for an unknown one. */
export const kindsIn = (group: string): readonly string[] | undefined =>
  Object.hasOwn(kindsOf, group) ? kindsOf[group as NoticeGroup] : undefined

export const groupOf = (kind: string): NoticeGroup =>
  (Object.keys(kindsOf) as NoticeGroup[]).find((group) => kindsOf[group].includes(kind)) ?? 'site'

const byVia = {
  en: ({ by, via }: About) => (via ? `${by}, via ${via},` : by),
  zh: ({ by, via }: About) => (via ? `${by} 通过 ${via}` : by),
}

interface NoticeText {
  notice_title: string
  notice_content: string
  suggestion_id: number
  thread_id: number
  source_id: number
  setting: '' | 'engines' | 'truth' | 'review' | 'asks'
  group: NoticeGroup
}

/** Where a notice leads that is about no single page. */
const settings: Record<string, NoticeText['setting']> = {
  accessAsked: 'asks',
  enginesKeptOut: 'engines',
  pageStale: 'truth',
  reviewSoon: 'review',
  reviewDue: 'review',
  reviewLate: 'review',
  reviewLeft: 'review',
  exampleFailed: 'truth',
}

/** Who reads a notice: the language, and the IANA name of the time zone of days. */
interface Reader {
  language: Language
  zone: string
}

/** The text of a notice, and the suggestion, source or setting that it links to. Messages of an administrator (kind "message") carry their own text. */
export function noticeText(kind: string, title: string, content: string, { language, zone }: Reader): NoticeText {
  const texts = (kinds as Record<string, InLanguages<Words>>)[kind]
  const words = texts && inLanguage(texts, language)
  const about = words && (JSON.parse(content) as About)
  const day = (at?: number) => (at === undefined ? '' : writtenDay(at, zone, language))
  const time = about?.at === undefined ? about?.time : writtenMoment(about.at, zone, language)
  return words && about
    ? {
        notice_title: words.title,
        notice_content: words.text({
          ...about,
          ...(time && { time }),
          since: day(about.since),
          until: day(about.until),
          by: inLanguage(byVia, language)(about),
        }),
        suggestion_id: about.suggestion_id ?? 0,
        thread_id: about.thread_id ?? 0,
        source_id: about.source_id ?? 0,
        setting: settings[kind] ?? '',
        group: groupOf(kind),
      }
    : { notice_title: title, notice_content: content, suggestion_id: 0, thread_id: 0, source_id: 0, setting: '', group: groupOf(kind) }
}
