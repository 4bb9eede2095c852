import { inLanguage, type Language } from '@sheaf/contract/languages'

/** The sentences of answers, which follow the language of the request. Names of tools and arguments stay as they are. */
const words = {
  en: {
    actsAs: (name: string, token: string, site: string) => `You act as ${name} with the token “${token}” on ${site}.`,
    actsOpen: (site: string) => `You read the listed items of ${site} without an account.`,
    levels: {
      1: 'Level 1: read',
      2: 'Level 2: read and suggest; a person accepts your suggestions',
      3: 'Level 3: read, suggest and save',
      4: 'Level 4: everything that the person can do',
    },
    allItems: 'All items of the person.',
    onlyItems: (names: string) => `Only these items, and what everybody can read: ${names}.`,
    ends: (day: string) => `The token ends ${day}.`,
    limits: (all: number, searches: number, writes: number) =>
      `Limits per minute: ${all} requests, of them ${searches} searches and ${writes} changes.`,
    items: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
    noItems: 'There are no items that you can read.',
    catalog: 'catalog',
    page: 'page',
    tokens: (count: number) => `${count} tokens`,
    updated: (day: string) => `updated ${day}`,
    more: (left: number, cursor: string) => `${left} more entries. Go on with cursor ${cursor}`,
    empty: 'Nothing here.',
    states: (title: string, version: number) => `“${title}” is at version ${version}. Earlier states, newest first:`,
    noStates: (title: string, version: number) => `“${title}” is at version ${version}. There are no earlier states.`,
    state: (id: number, day: string, by: string) => `state ${id} · saved ${day} · ${by}`,
    compare: 'Compare two with from and to; without to, with the current text.',
    same: 'Both texts are equal.',
    cut: (budget: number) => `Cut to the budget of ${budget} tokens. Give a larger budget for the rest.`,
  },
  zh: {
    actsAs: (name: string, token: string, site: string) => `您以 ${name} 的身份、通过令牌“${token}”访问 ${site}。`,
    actsOpen: (site: string) => `您未登录，可阅读 ${site} 已收录的项目。`,
    levels: {
      1: '级别 1：只读',
      2: '级别 2：读取并提建议，建议由人采纳',
      3: '级别 3：读取、提建议并保存',
      4: '级别 4：该用户的全部权限',
    },
    allItems: '适用于该用户的全部项目。',
    onlyItems: (names: string) => `仅限以下项目，以及所有人可读的内容：${names}。`,
    ends: (day: string) => `令牌于 ${day} 到期。`,
    limits: (all: number, searches: number, writes: number) => `每分钟上限：请求 ${all} 次，其中搜索 ${searches} 次、修改 ${writes} 次。`,
    items: (count: number) => `共 ${count} 个项目`,
    noItems: '没有您可以查看的项目。',
    catalog: '目录',
    page: '页面',
    tokens: (count: number) => `${count} tokens`,
    updated: (day: string) => `更新于 ${day}`,
    more: (left: number, cursor: string) => `还有 ${left} 项，使用 cursor ${cursor} 继续`,
    empty: '没有内容。',
    states: (title: string, version: number) => `“${title}”当前为版本 ${version}。历史版本（从新到旧）：`,
    noStates: (title: string, version: number) => `“${title}”当前为版本 ${version}，没有历史版本。`,
    state: (id: number, day: string, by: string) => `历史 ${id} · 保存于 ${day} · ${by}`,
    compare: '用 from 和 to 比较两个版本；省略 to 则与当前内容比较。',
    same: '两份内容相同。',
    cut: (budget: number) => `已按 ${budget} tokens 的预算截断，增大 budget 可查看其余内容。`,
  },
}

export const wordsIn = (language: Language) => inLanguage(words, language)
