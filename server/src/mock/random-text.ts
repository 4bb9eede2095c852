import { lengthOf, type Made, type Maker, numberOr, pickFrom, shuffled, someOf } from './random-basic.ts'
import type { Budget } from './template-limits.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const aWord = (min = 3, max = 10) => someOf(letters, lengthOf([min, max], min, max))

/** So many of these, joined; a length that is asked for is paid before anything is made. */
const several =
  (from: number, to: number, one: (budget: Budget) => string, joint: string, finish = (text: string) => text): Maker =>
  (given, budget) =>
    finish(Array.from({ length: budget.times(lengthOf(given, from, to)) }, () => one(budget)).join(joint))

const sentence = several(
  12,
  18,
  () => aWord(),
  ' ',
  (text) => `${capitalized(text)}.`,
)
const csentence = several(
  12,
  18,
  () => someOf(characters, 1),
  '',
  (text) => `${text}。`,
)
const one = (make: Maker) => (budget: Budget) => {
  const text = String(make([], budget))
  budget.take(text.length)
  return text
}

/** (), (length), (min, max), and each with the characters to choose from in front. */
const cword: Maker = (given, budget) => {
  const named = typeof given[0] === 'string' && !/^\d+$/.test(given[0])
  const length = named ? given.slice(1) : given
  return someOf(named ? String(given[0]) : characters, budget.times(lengthOf(length, 1, 1)))
}

const wordsOf = (given: Made[]): Made[] => (Array.isArray(given[0]) ? given[0] : given)

/** One of these, or so many of a list. */
const pick: Maker = (given) => {
  const [list, min, max] = given
  if (!Array.isArray(list) || min === undefined) return wordsOf(given).length ? pickFrom(wordsOf(given)) : ''
  return shuffled(list).slice(0, lengthOf([min, ...(max === undefined ? [] : [max])], 1, 1))
}
const shuffle: Maker = ([list, min, max]) => {
  if (!Array.isArray(list)) return list ?? ''
  return shuffled(list).slice(0, min === undefined ? list.length : max === undefined ? numberOr(min, 0) : lengthOf([min, max], 0, 0))
}

export const text: Record<string, Maker> = {
  word: (given, budget) => someOf(letters, budget.times(lengthOf(given, 3, 10))),
  ...{ sentence, csentence, cword, pick, shuffle },
  paragraph: several(3, 7, one(sentence), ' '),
  cparagraph: several(3, 7, one(csentence), ''),
  title: several(3, 7, () => capitalized(aWord()), ' '),
  ctitle: several(3, 7, () => someOf(characters, 1), ''),
  capitalize: ([given]) => capitalized(String(given ?? '')),
  upper: ([given]) => String(given ?? '').toUpperCase(),
  lower: ([given]) => String(given ?? '').toLowerCase(),
}
