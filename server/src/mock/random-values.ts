import { type Budget, type Generator, integer, type JsonValue, lengthOf, numberOr, pickFrom, shuffled, someOf } from './random.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const aWord = (min = 3, max = 10) => someOf(letters, lengthOf([min, max], min, max))

/** Joins several values. The requested count is taken from the budget before any value is made. */
const several =
  (from: number, to: number, one: (budget: Budget) => string, joint: string, finish = (text: string) => text): Generator =>
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
const withinBudget = (make: Generator) => (budget: Budget) => {
  const text = String(make([], budget))
  budget.take(text.length)
  return text
}

/** Arguments: (), (length) or (min, max), each optionally preceded by the characters to choose from. */
const cword: Generator = (given, budget) => {
  const named = typeof given[0] === 'string' && !/^\d+$/.test(given[0])
  const length = named ? given.slice(1) : given
  return someOf(named ? String(given[0]) : characters, budget.times(lengthOf(length, 1, 1)))
}

const wordsOf = (given: JsonValue[]): JsonValue[] => (Array.isArray(given[0]) ? given[0] : given)

/** Picks one of the arguments, or min to max entries of a list. */
const pick: Generator = (given) => {
  const [list, min, max] = given
  if (!Array.isArray(list) || min === undefined) return wordsOf(given).length ? pickFrom(wordsOf(given)) : ''
  return shuffled(list).slice(0, lengthOf([min, ...(max === undefined ? [] : [max])], 1, 1))
}
const shuffle: Generator = ([list, min, max]) => {
  if (!Array.isArray(list)) return list ?? ''
  return shuffled(list).slice(0, min === undefined ? list.length : max === undefined ? numberOr(min, 0) : lengthOf([min, max], 0, 0))
}

export const textMakers: Record<string, Generator> = {
  word: (given, budget) => someOf(letters, budget.times(lengthOf(given, 3, 10))),
  sentence,
  csentence,
  cword,
  pick,
  shuffle,
  paragraph: several(3, 7, withinBudget(sentence), ' '),
  cparagraph: several(3, 7, withinBudget(csentence), ''),
  title: several(3, 7, () => capitalized(aWord()), ' '),
  ctitle: several(3, 7, () => someOf(characters, 1), ''),
  capitalize: ([given]) => capitalized(String(given ?? '')),
  upper: ([given]) => String(given ?? '').toUpperCase(),
  lower: ([given]) => String(given ?? '').toLowerCase(),
}

const split = (names: string) => names.split(' ')
const firstNames = split(
  'James John Robert Michael William David Richard Charles Joseph Thomas Daniel Paul Mark George Kevin Jason Eric Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Lisa Nancy Karen Helen Sandra Laura Sarah Jessica Angela Amy Anna',
)
const lastNames = split(
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Moore Martin Jackson Thompson White Lopez Lee Harris Clark Lewis Robinson Walker Perez Hall Young Allen',
)
const familyNames = split(
  '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 程 曹 袁 邓 许 傅 沈 曾 彭 吕',
)
const given = split('伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 晨 宇航 梓涵 思远 雨桐')
const endings = split('com net org edu gov io dev info biz cn com.cn net.cn org.cn de fr jp uk')
const protocols = split('http https ftp ws wss')

const domain: Generator = ([tld]) => `${aWord()}.${tld ?? pickFrom(endings)}`

export const personMakers: Record<string, Generator> = {
  first: () => pickFrom(firstNames),
  last: () => pickFrom(lastNames),
  name: ([middle]) => [pickFrom(firstNames), ...(middle ? [pickFrom(firstNames)] : []), pickFrom(lastNames)].join(' '),
  cfirst: () => pickFrom(familyNames),
  clast: () => pickFrom(given),
  cname: () => pickFrom(familyNames) + pickFrom(given),
  protocol: () => pickFrom(protocols),
  tld: () => pickFrom(endings),
  domain,
  url: ([protocol, host], budget) => `${protocol ?? 'https'}://${host ?? domain([], budget)}/${aWord()}`,
  email: ([host], budget) => `${someOf('abcdefghijklmnopqrstuvwxyz', 1)}.${aWord()}@${host ?? domain([], budget)}`,
  ip: () => Array.from({ length: 4 }, () => integer(0, 255)).join('.'),
}

/* Each line: a province, the prefix of its identity card numbers, its cities with some of their districts. */
const table = `
北京市 110101 北京市:东城区,西城区,朝阳区,海淀区,丰台区
天津市 120101 天津市:和平区,河西区,南开区,滨海新区
河北省 130102 石家庄市:长安区,桥西区,正定县 唐山市:路南区,丰润区 保定市:竞秀区,莲池区
辽宁省 210102 沈阳市:和平区,沈河区,浑南区 大连市:中山区,西岗区,甘井子区
吉林省 220102 长春市:南关区,朝阳区 吉林市:昌邑区,船营区
黑龙江省 230102 哈尔滨市:道里区,南岗区,松北区 大庆市:萨尔图区,让胡路区
上海市 310101 上海市:黄浦区,徐汇区,长宁区,静安区,浦东新区
江苏省 320102 南京市:玄武区,秦淮区,鼓楼区 苏州市:姑苏区,吴中区,昆山市 无锡市:梁溪区,滨湖区
浙江省 330102 杭州市:上城区,西湖区,滨江区,余杭区 宁波市:海曙区,鄞州区 温州市:鹿城区,瓯海区
安徽省 340102 合肥市:瑶海区,庐阳区,蜀山区 芜湖市:镜湖区,弋江区
福建省 350102 福州市:鼓楼区,台江区 厦门市:思明区,湖里区 泉州市:鲤城区,丰泽区
江西省 360102 南昌市:东湖区,西湖区 赣州市:章贡区,南康区
山东省 370102 济南市:历下区,市中区 青岛市:市南区,市北区,崂山区 烟台市:芝罘区,莱山区
河南省 410102 郑州市:中原区,二七区,金水区 洛阳市:西工区,涧西区
湖北省 420102 武汉市:江岸区,武昌区,洪山区 宜昌市:西陵区,伍家岗区
湖南省 430102 长沙市:芙蓉区,天心区,岳麓区 株洲市:荷塘区,天元区
广东省 440103 广州市:越秀区,天河区,番禺区 深圳市:福田区,南山区,宝安区 东莞市:莞城街道,虎门镇 佛山市:禅城区,顺德区
广西壮族自治区 450102 南宁市:兴宁区,青秀区 桂林市:秀峰区,七星区
海南省 460105 海口市:秀英区,龙华区 三亚市:吉阳区,天涯区
重庆市 500101 重庆市:渝中区,江北区,沙坪坝区,南岸区
四川省 510104 成都市:锦江区,青羊区,武侯区,高新区 绵阳市:涪城区,游仙区
贵州省 520102 贵阳市:南明区,云岩区 遵义市:红花岗区,汇川区
云南省 530102 昆明市:五华区,盘龙区,官渡区 大理白族自治州:大理市,祥云县
陕西省 610102 西安市:新城区,碑林区,雁塔区 咸阳市:秦都区,渭城区
甘肃省 620102 兰州市:城关区,七里河区 天水市:秦州区,麦积区
新疆维吾尔自治区 650102 乌鲁木齐市:天山区,沙依巴克区 克拉玛依市:克拉玛依区,独山子区`

const provinces = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', number = '', ...cities] = line.split(' ')
    const split = cities.map((city) => city.split(':') as [string, string])
    return { name, number, cities: split.map(([city, districts]) => ({ name: city, districts: districts.split(',') })) }
  })
const regions = ['东北', '华北', '华东', '华中', '华南', '西南', '西北']

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** An identity card number; its last character is the checksum of the others. */
function identityNumber(born: string) {
  const number = pickFrom(provinces).number + born + someOf('0123456789', 3)
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return number + '10X98765432'.charAt(sum % 11)
}

const city: Generator = ([whole]) => {
  const province = pickFrom(provinces)
  const { name } = pickFrom(province.cities)
  return whole ? `${province.name} ${name}` : name
}
const county: Generator = ([whole]) => {
  const province = pickFrom(provinces)
  const inside = pickFrom(province.cities)
  const name = pickFrom(inside.districts)
  return whole ? `${province.name} ${inside.name} ${name}` : name
}

export const placeMakers: Record<string, Generator> = {
  region: () => pickFrom(regions),
  province: () => pickFrom(provinces).name,
  city,
  county,
  zip: (given, budget) => someOf('0123456789', budget.times(lengthOf(given, 6, 6))),
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** Formatters for the letters of a pattern. The UTC fields of `clock` hold the site's local time. */
const parts: Record<string, (clock: Date) => string | number> = {
  yyyy: (clock) => clock.getUTCFullYear(),
  yy: (clock) => twoDigits(clock.getUTCFullYear() % 100),
  y: (clock) => twoDigits(clock.getUTCFullYear() % 100),
  MM: (clock) => twoDigits(clock.getUTCMonth() + 1),
  M: (clock) => clock.getUTCMonth() + 1,
  dd: (clock) => twoDigits(clock.getUTCDate()),
  d: (clock) => clock.getUTCDate(),
  HH: (clock) => twoDigits(clock.getUTCHours()),
  H: (clock) => clock.getUTCHours(),
  hh: (clock) => twoDigits(clock.getUTCHours() % 12),
  h: (clock) => clock.getUTCHours() % 12,
  mm: (clock) => twoDigits(clock.getUTCMinutes()),
  m: (clock) => clock.getUTCMinutes(),
  ss: (clock) => twoDigits(clock.getUTCSeconds()),
  s: (clock) => clock.getUTCSeconds(),
  SS: (clock) => String(clock.getUTCMilliseconds()).padStart(3, '0'),
  S: (clock) => clock.getUTCMilliseconds(),
  A: (clock) => (clock.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (clock) => (clock.getUTCHours() < 12 ? 'am' : 'pm'),
  T: (clock) => clock.getTime(),
}

/** A pattern of T alone is the time in milliseconds; elsewhere T is a literal letter. */
const formatted = (clock: Date, pattern: unknown) =>
  String(pattern).replace(/^T$|yyyy|yy|y|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|SS|S|A|a/g, (letters) => String(parts[letters]?.(clock)))

/** The beginning of the current unit: year, month, week, day, hour, minute or second. */
function startOf(unit: string, now: Date) {
  const [y, mo, d, h, mi, s] = [
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ]
  const starts: Record<string, number[]> = {
    year: [y, 0, 1],
    month: [y, mo, 1],
    week: [y, mo, d - now.getUTCDay()],
    day: [y, mo, d],
    hour: [y, mo, d, h],
    minute: [y, mo, d, h, mi],
    second: [y, mo, d, h, mi, s],
  }
  const [year, month, ...rest] = starts[unit] as [number, number, ...number[]]
  return new Date(Date.UTC(year, month, ...rest))
}

/** The site's local time, expressed in the UTC fields of a Date. */
function wallClock(timeZone: string) {
  const now = new Date()
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now)
  return new Date(Date.parse(`${there.replace(' ', 'T')}Z`) + now.getMilliseconds())
}

export function dates(timeZone: string): Record<string, Generator> {
  const past = () => new Date(Math.floor(Math.random() * Date.now()))
  return {
    date: ([pattern]) => formatted(past(), pattern ?? 'yyyy-MM-dd'),
    time: ([pattern]) => formatted(past(), pattern ?? 'HH:mm:ss'),
    datetime: ([pattern]) => formatted(past(), pattern ?? 'yyyy-MM-dd HH:mm:ss'),
    now: ([first, second]) => {
      const unit = UNITS.includes(String(first).toLowerCase()) ? String(first).toLowerCase() : ''
      const pattern = second ?? (unit ? undefined : first) ?? 'yyyy-MM-dd HH:mm:ss'
      const clock = wallClock(timeZone)
      return formatted(unit ? startOf(unit, clock) : clock, pattern)
    },
    id: () => identityNumber(formatted(past(), 'yyyyMMdd')),
  }
}
