import { words } from '../../lib/words.ts'

export const pickWords = words({
  en: {
    chosen: (n: number) => `${n} chosen`,
    onlyChosen: 'Show the chosen ones only',
    noMatch: (text: string) => `No match for “${text}”`,
    noneChosen: 'Nothing is chosen yet',
    none: 'Nothing to choose from',
    waiting: 'Loading…',
    more: (n: number) => `${n} more: type to find them`,
  },
  zh: {
    chosen: (n: number) => `已选 ${n} 项`,
    onlyChosen: '只看已选',
    noMatch: (text: string) => `没有与“${text}”匹配的结果`,
    noneChosen: '尚未选择',
    none: '没有可选项',
    waiting: '正在加载…',
    more: (n: number) => `还有 ${n} 项，请输入名称查找`,
  },
})
