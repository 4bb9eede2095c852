import { lengthOf, type Maker, pickFrom, someOf } from './random-basic.ts'

/* A province, the number its identity cards begin with, its cities with some of their districts. */
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

/** The number of an identity card, its last sign made from the others. */
export function identityNumber(born: string) {
  const number = pickFrom(provinces).number + born + someOf('0123456789', 3)
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return number + '10X98765432'.charAt(sum % 11)
}

const city: Maker = ([whole]) => {
  const province = pickFrom(provinces)
  const { name } = pickFrom(province.cities)
  return whole ? `${province.name} ${name}` : name
}
const county: Maker = ([whole]) => {
  const province = pickFrom(provinces)
  const inside = pickFrom(province.cities)
  const name = pickFrom(inside.districts)
  return whole ? `${province.name} ${inside.name} ${name}` : name
}

export const places: Record<string, Maker> = {
  region: () => pickFrom(regions),
  province: () => pickFrom(provinces).name,
  ...{ city, county },
  zip: (given, budget) => someOf('0123456789', budget.times(lengthOf(given, 6, 6))),
}
