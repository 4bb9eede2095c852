/*
 * Pages like those of an IT team, identical on every run. Words and characters are distributed as in real texts: a few are frequent,
 * most are rare. Each page has headings, a field table and an API path.
 */
const syllables = 'ka to mi ren sol var de per ix um bra cho lin gest ron tal ve qua por ind er al com st'.split(' ')
const han =
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切'

function random(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const VOCABULARY = 60_000
const nextRandom = random(1)
const vocabulary = Array.from({ length: VOCABULARY }, () =>
  Array.from({ length: 2 + Math.floor(nextRandom() * 3) }, () => syllables[Math.floor(nextRandom() * syllables.length)]).join(''),
)

/** A random rank in a Zipf-like distribution: half of the results are below a few hundred. */
const rank = (next: () => number, size: number) => Math.floor(Math.exp(next() * Math.log(size))) - 1
const word = (next: () => number) => vocabulary[rank(next, VOCABULARY)] as string
const words = (next: () => number, n: number) => Array.from({ length: n }, () => word(next)).join(' ')
const characters = (next: () => number, n: number) => Array.from({ length: n }, () => han[rank(next, han.length)]).join('')

/** Rare words; each occurs in three pages. */
const RARE = 400
export const rareWord = (n: number) => `quokka${n % RARE}x`
export const commonWord = (n: number) => vocabulary[n % 100] as string
export const oneCharacter = (n: number) => [...han][n % 300] as string
export const noWord = (n: number) => `xylograph${n}z`

export const titleOf = (n: number) => `${words(random(n + 7), 2)} ${n % 3 ? characters(random(n), 4) : n}`

export function growText(n: number): string {
  const next = random(n * 2_654_435_761)
  const rows = Array.from({ length: 6 }, () => `| ${word(next)}_id | string | ${characters(next, 12)} ${words(next, 4)} |`)
  const rare = n % 83 < 1 && n / 83 < RARE * 3 ? ` ${rareWord(Math.floor(n / 83))}` : ''
  return `${words(next, 40)}.${rare}

## ${words(next, 2)}

POST \`/api/${word(next)}/${word(next)}\`

| Name | Type | Description |
|:--|:--|:--|
${rows.join('\n')}

## 请求参数

${characters(next, 120)}。

${words(next, 60)}.
`
}
