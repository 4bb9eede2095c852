import { integer, type Maker, pickFrom, someOf } from './random-basic.ts'
import { aWord } from './random-text.ts'

const split = (names: string) => names.split(' ')
const firsts = split(
  'James John Robert Michael William David Richard Charles Joseph Thomas Daniel Paul Mark George Kevin Jason Eric Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Lisa Nancy Karen Helen Sandra Laura Sarah Jessica Angela Amy Anna',
)
const lasts = split(
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Moore Martin Jackson Thompson White Lopez Lee Harris Clark Lewis Robinson Walker Perez Hall Young Allen',
)
const families = split(
  '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 程 曹 袁 邓 许 傅 沈 曾 彭 吕',
)
const given = split('伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 晨 宇航 梓涵 思远 雨桐')
const endings = split('com net org edu gov io dev info biz cn com.cn net.cn org.cn de fr jp uk')
const protocols = split('http https ftp ws wss')

const domain: Maker = ([tld]) => `${aWord()}.${tld ?? pickFrom(endings)}`

export const people: Record<string, Maker> = {
  first: () => pickFrom(firsts),
  last: () => pickFrom(lasts),
  name: ([middle]) => [pickFrom(firsts), ...(middle ? [pickFrom(firsts)] : []), pickFrom(lasts)].join(' '),
  cfirst: () => pickFrom(families),
  clast: () => pickFrom(given),
  cname: () => pickFrom(families) + pickFrom(given),
  protocol: () => pickFrom(protocols),
  tld: () => pickFrom(endings),
  domain,
  url: ([protocol, host], budget) => `${protocol ?? 'https'}://${host ?? domain([], budget)}/${aWord()}`,
  email: ([host], budget) => `${someOf('abcdefghijklmnopqrstuvwxyz', 1)}.${aWord()}@${host ?? domain([], budget)}`,
  ip: () => Array.from({ length: 4 }, () => integer(0, 255)).join('.'),
}
