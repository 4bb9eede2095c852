import { randomUUID } from 'node:crypto'
import { integer, type Maker, pickFrom } from './random-basic.ts'

const sizes = ['300x250', '250x250', '240x400', '336x280', '180x150', '720x300', '468x60', '125x125', '160x600', '300x600']
const channels = () => [integer(40, 220), integer(40, 220), integer(40, 220)]
const hex: Maker = () =>
  `#${channels()
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const image: Maker = ([size, background, foreground, format, text]) => {
  const colour = (given: unknown) => (given === undefined ? '' : `/${String(given).replace(/^#/, '')}`)
  const kind = text === undefined ? undefined : format
  const words = text ?? format
  return `https://dummyimage.com/${size ?? pickFrom(sizes)}${colour(background)}${colour(foreground)}${kind === undefined ? '' : `.${kind}`}${words === undefined ? '' : `&text=${encodeURIComponent(String(words).toWellFormed())}`}`
}

const dataImage: Maker = ([given, words], budget) => {
  const size = String(given ?? pickFrom(sizes))
  const [width, height] = size.split('x').map((side) => Math.min(4000, Number.parseInt(side, 10) || 100))
  const text = escaped(String(words ?? size))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height ?? 100}"><rect width="100%" height="100%" fill="${hex([], budget)}"/><text x="50%" y="50%" fill="#fff" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`
}

const die =
  (sides: number): Maker =>
  () =>
    integer(1, sides)

export const looks: Record<string, Maker> = {
  ...{ image, img: image, dataimage: dataImage, color: hex, hex },
  rgb: () => `rgb(${channels().join(', ')})`,
  rgba: () => `rgba(${channels().join(', ')}, ${integer(0, 100) / 100})`,
  hsl: () => `hsl(${integer(0, 360)}, ${integer(40, 90)}, ${integer(40, 80)})`,
  ...{ d4: die(4), d6: die(6), d8: die(8), d12: die(12), d20: die(20), d100: die(100) },
  ...{ guid: () => randomUUID(), uuid: () => randomUUID() },
}
