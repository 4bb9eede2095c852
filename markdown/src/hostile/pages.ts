/* Pages made to cost much more to show than to write. For the tests and for `npm run bench -- hostile-pages`. */

type Write = (length: number) => string

/** The same piece again and again, up to the length. */
const again =
  (piece: string, end = ''): Write =>
  (length) =>
    piece.repeat(Math.max(1, Math.floor((length - end.length) / piece.length))) + end

/** Something that opens n times, then closes n times. */
const nested =
  (open: string, close: string, inside = 'x'): Write =>
  (length) => {
    const count = Math.max(1, Math.floor(length / (open.length + close.length)))
    return open.repeat(count) + inside + close.repeat(count)
  }

/** Lines or pieces that differ by their number. */
const numbered =
  (write: (n: number) => string, before = ''): Write =>
  (length) => {
    let text = before
    for (let n = 0; text.length < length; n++) text += write(n)
    return text
  }

/** Two halves, each as long as it may be. */
const halves =
  (first: Write, second: Write): Write =>
  (length) =>
    `${first(length >> 1)}\n\n${second(length >> 1)}`

const row = (cells: number, cell: string) => `|${`${cell}|`.repeat(cells)}\n`
const wideTable: Write = (length) => {
  const columns = Math.max(2, Math.floor(length / 14))
  return row(columns, 'a') + row(columns, '-') + row(columns, 'b')
}
const narrowTable = (head: string, line: string): Write => (again(line).length ? (length) => head + again(line)(length) : again(line))
const manyRowsFewCells: Write = (length) => {
  const columns = Math.max(2, Math.floor(Math.sqrt(length)))
  return row(columns, 'a') + row(columns, '-') + 'x\n'.repeat(Math.floor(length / 4))
}
const stairs =
  (mark: string): Write =>
  (length) => {
    let text = ''
    for (let depth = 0; text.length < length; depth++) text += `${' '.repeat(mark.length * depth)}${mark}a\n`
    return text
  }
const inFence =
  (info: string, piece: string, end = ''): Write =>
  (length) =>
    `\`\`\`${info}\n${again(piece, end)(length)}\n\`\`\`\n`

export const hostilePages: Record<string, Write> = {
  'contents again and again': halves(again('[TOC]\n\n'), again('# a\n')),
  'contents of headings as long as they may be': halves(again('[TOC]\n\n'), again(`# ${'word '.repeat(50)}\n`)),
  'headings of one name': again('## same\n'),
  'headings of one name and the names that would follow': numbered((n) => (n % 2 ? `# a-${n >> 1}\n` : '# a\n')),
  'headings without a name': again('# \n'),
  'headings with an id of their own': numbered((n) => `# a {#b${n}}\n`),
  'headings underlined': again('a\n=\n'),
  'one heading without an end': again('# ', 'a'),
  'quotes in quotes': again('> '),
  'quotes in quotes without spaces': again('>'),
  'quotes in quotes, many lines': again(`${'> '.repeat(90)}a\n`),
  'quotes in quotes, lines that end in other depths': numbered((n) => `${'> '.repeat((n * 7) % 90)}a\n`),
  'quotes that go on without a mark': halves(again('> '), again('a\n')),
  'lists in lists': again('- '),
  'numbered lists in lists': again('1. '),
  'lists in lists by indent': stairs('- '),
  'lists in lists by indent, wide': again(`${Array.from({ length: 40 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n')}\n`),
  'quotes in lists in quotes': again('> - '),
  'lists of one word': again('- a\n'),
  'lists with empty lines': again('- a\n\n'),
  'lists of empty items': again('-\n'),
  tasks: again('- [ ] a\n'),
  'tasks in tasks': stairs('- [x] '),
  'a task with a long name': (length) => `- [ ] ${again('`a` ')(length)}`,
  stars: again('*'),
  'stars that open': again('*a '),
  'stars that close': again('a* '),
  'stars that open and close': again('*a**b'),
  'stars in stars': nested('*a ', ' b*'),
  'three stars in stars': nested('***a ', ' b***'),
  'stars and underlines crossed': again('*_a*_ '),
  'strong in Chinese': again('**参数：**值'),
  underlines: again('_a '),
  strikes: again('~~a '),
  'strikes that close': nested('~~a', 'a~~'),
  'brackets that open': again('['),
  'brackets that close': again(']'),
  'brackets in brackets': nested('[', ']'),
  'links in links': nested('[', '](a)'),
  'links that end nowhere': again('[a]('),
  'links to a pointed address without end': again('[a](<b'),
  'links with a title without end': again('[a](b "'),
  'links with brackets in their address': again('[a](b(c'),
  'pictures in pictures': nested('![', '](a)'),
  'pictures that open': again('!['),
  'pictures with a size without end': again('![a](b =1x'),
  'pictures with a size and many spaces': again('![a](b      '),
  pictures: again('![a](b)'),
  links: again('[a](b)'),
  definitions: numbered((n) => `[a${n}]: b\n`),
  'definitions and what refers to them': halves(
    numbered((n) => `[a${n}]: b\n`),
    numbered((n) => `[a${n}] `),
  ),
  'one long definition referred to often': (length) => `[a]: /${'b'.repeat(length >> 1)}\n\n${again('[a]')(length >> 1)}`,
  'definitions with a long title': (length) => `[a]: b "${again('c\n')(length)}`,
  addresses: again('http://a.a.a/ '),
  'one address of many parts': (length) => `http://${again('a.')(length)}`,
  'one address of many brackets': (length) => `http://a.b/${again('(')(length)}`,
  'addresses without an end': again('http://'),
  'mail addresses': again('a@b.c '),
  'mail addresses without an end': again('a@b.'),
  'one mail address': (length) => `mailto:${again('a.')(length >> 1)}@${again('b.')(length >> 1)}c`,
  'addresses in points': again('<http://a'),
  backticks: again('`'),
  'backticks of growing length': numbered((n) => `${'`'.repeat(n % 200)}a`),
  'code spans': again('`a` '),
  'fences that never close': again('```\n'),
  'fences of tildes and ticks': again('```\n~~~\n'),
  'fences in lists': again('- ```\n'),
  'one fence of many short lines': inFence('js', 'a\n'),
  'code coloured word by word': inFence('js', 'const a = `b$c`\n'),
  'code in one long line': inFence('js', '"a"+'),
  'code of brackets': inFence('xml', '<a b="c">'),
  'code of stars': inFence('markdown', '**a*_b '),
  'code of quotes': inFence('bash', '"$(a `'),
  'code of C++ templates': inFence('cpp', 'a<b<c::'),
  'code of regular expressions': inFence('js', '/[a/(?:'),
  'code of TypeScript generics': inFence('ts', '<T,>(a = <b>('),
  'code of PHP': inFence('php', '<?php $a["b{$c}'),
  'code of Perl': inFence('perl', 's{a}{b} m/[x '),
  'code of SQL': inFence('sql', "select 'a"),
  'code of LESS': inFence('less', '.a{@b:~"c'),
  'code of Swift': inFence('swift', '#"a\\(b'),
  'code of Kotlin': inFence('kotlin', '"${a{"'),
  'code of JSON': inFence('json', '{"a":['),
  'code of CSS': inFence('css', 'a:not(b[c='),
  'code of YAML': inFence('yaml', '- a: {b: [\n'),
  'code of HTTP': inFence('http', 'GET /a HTTP/1.1\na: b\n\n'),
  'many blocks of code': again('```js\na\n```\n'),
  'marked lines': inFence('js {1-1000}', '`\n'),
  'marked lines in open strings': inFence('js {1-1000}', '/*\n'),
  endpoints: inFence('endpoint', 'GET /a\n'),
  diagrams: again('```mermaid\na\n```\n'),
  dollars: again('$'),
  'dollars that open': again('$a '),
  formulas: numbered((n) => `$a_${n}$ `),
  'one formula again and again': again('$\\frac{a}{b}$ '),
  'formulas of deep braces': again(`$${'{'.repeat(1900)}a${'}'.repeat(1900)}$ `),
  'formulas of deep fractions': again(`$${'\\frac{'.repeat(280)}a${'}{b}'.repeat(280)}$ `),
  'formulas of deep roots': again(`$${'\\sqrt{'.repeat(400)}a${'}'.repeat(400)}$ `),
  'formulas of deep exponents': again(`$${'a^{'.repeat(900)}a${'}'.repeat(900)}$ `),
  'formulas of brackets that grow': again(`$${'\\left('.repeat(280)}a${'\\right)'.repeat(280)}$ `),
  'formulas with macros': again(`$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{${'x'.repeat(90)}}${'\\a'.repeat(300)}$ `),
  'formulas with macros that call themselves': numbered((n) => `$\\def\\a{\\a\\a}\\a_${n}$ `),
  'formulas of wide tables': again(`$$\n\\begin{matrix}${'a&'.repeat(1900)}\\end{matrix}\n$$\n\n`),
  'formulas of tables of many rows': again(`$$\n\\begin{matrix}${'a\\\\'.repeat(1200)}\\end{matrix}\n$$\n\n`),
  'formulas of high lines': again(`$${'\\rule{40em}{40em}'.repeat(200)}$ `),
  'formula blocks that never close': again('$$\na\n'),
  entities: again('&amp;'),
  'entities without end': again('&#'),
  'entities that grow': again('&nGg;'),
  quotes: again('"'),
  backslashes: again('\\'),
  spaces: again(' \n'),
  tabs: again('\t'),
  'lines of one letter': again('a\n'),
  'paragraphs of one letter': again('a\n\n'),
  'line breaks': again('a  \n'),
  'one line': again('word '),
  'Chinese in one line': again('汉字，'),
  rules: again('---\n'),
  'a table of many columns': wideTable,
  'a table of many rows': narrowTable('|a|b|\n|-|-|\n', '|c|d|\n'),
  'a table of short rows and many columns': manyRowsFewCells,
  'tables of short rows and many columns, each ended by a heading': again(`${row(40, 'a')}${row(40, '-')}x\n# a\n`),
  'tables that are only a head, each ended by a heading': again('|a|\n|-|\n# a\n'),
  'tables that are only a head': again('|a|\n|-|\n\n'),
  'lines that could be tables': again('|a\n|-\n'),
  columns: again('|'),
  'a table of fields': narrowTable('|name|type|required|description|\n|-|-|-|-|\n', '|a|b|yes|c|\n'),
  'a table of fields of many depths': (length) =>
    numbered((n) => `|${'-'.repeat(n % 300)}a${n}|object|c|\n`, '|name|type|description|\n|-|-|-|\n')(length),
  'a table of fields of dotted names': (length) =>
    numbered((n) => `|${'a.'.repeat(n % 100)}b|object|c|\n`, '|name|type|description|\n|-|-|-|\n')(length),
  'a table of fields of many columns': (length) => {
    const columns = Math.max(4, Math.floor(length / 14))
    return `|name|type|description|${'a|'.repeat(columns)}\n|-|-|-|${'-|'.repeat(columns)}\n|b|c|d|${'e|'.repeat(columns)}\n`
  },
  'callouts in callouts': again('::: tip\n'),
  'callouts in callouts that close': nested('::: tip\n', ':::\n', 'a\n'),
  'callouts with titles': again('::: tip a *b* c\na\n:::\n'),
  'callouts that never close, each in a list': again('- ::: tip\n'),
  'details in details': again('::: details a\n'),
  'details with long titles': again(`::: details ${'*a'.repeat(200)}\n:::\n`),
  alerts: again('> [!NOTE]\n> a\n\n'),
  'alerts in alerts': numbered((n) => `${'> '.repeat(n % 90)}[!NOTE]\n`),
  footnotes: numbered((n) => `[^${n}] `).length
    ? halves(
        numbered((n) => `[^${n}] `),
        numbered((n) => `[^${n}]: a\n\n`),
      )
    : again(''),
  'one footnote again and again': (length) => `[^a]: b\n\n${again('[^a]')(length)}`,
  'footnotes that name the next': numbered((n) => `[^${n}]: a [^${n + 1}]\n\n`, '[^0]\n\n'),
  'footnotes that name all others': (length) => {
    const count = Math.max(2, Math.floor(Math.sqrt(length / 7)))
    const all = Array.from({ length: count }, (_, n) => `[^${n}]`).join('')
    return Array.from({ length: count }, (_, n) => `[^${n}]: ${all}\n\n`).join('') + all
  },
  'footnotes in footnotes': again('^['),
  'footnotes in footnotes that close': nested('^[a ', ']'),
  'footnotes in a line': again('^[a] '),
  'definitions of footnotes in definitions': again('[^a]: '),
  'elements in elements': again('<b><i>'),
  'elements in elements after a word': (length) => `x${again('<b><i>')(length)}`,
  'elements in elements that close': nested('<b>', '</b>'),
  'boxes in boxes': again('<div>'),
  'boxes in boxes, line by line': again('<div>\n\n'),
  'boxes in boxes that close': nested('<div>', '</div>'),
  'elements that only close': again('</b>'),
  'elements that close nothing, below many': halves(again('<b>'), again('</i>')),
  'elements nobody allows': again('<foo>'),
  'elements nobody allows that close': nested('<foo>', '</foo>'),
  'elements nobody allows, one after the other': again('<foo>a</foo>'),
  'tables in tables': again('<table><tr><td>'),
  'lists in HTML': again('<ul><li>'),
  'paragraphs in HTML': again('<p>'),
  'details in HTML': again('<details><summary>a</summary>'),
  drawings: again('<svg>'),
  'formulas in HTML': again('<math><mrow>'),
  fonts: again('<font color=red>'),
  'links in HTML': again('<a href="b">'),
  'links to scripts in HTML': again('<a href="javascript:a">b'),
  styles: again('<span style="color:red;width:1px;top:0">a</span>'),
  'a style without end': (length) => `<span style="${again('color:red;')(length)}">a</span>`,
  attributes: (length) => `<b ${numbered((n) => `a${n}=b `)(length)}>c</b>`,
  'attributes without end': (length) => `<b ${again('a="b" ')(length)}`,
  classes: (length) => `<b class="${again('code ')(length)}">c</b>`,
  'tags that never end': again('<a '),
  'tags that never end, in quotes': again('<a href="'),
  'comments that never end': again('<!--'),
  comments: again('<!-- a -->'),
  'comments of dashes': again('<!-- - -- '),
  'CDATA that never ends': again('<![CDATA['),
  'declarations that never end': again('<!A '),
  'instructions that never end': again('<?'),
  scripts: again('<script>'),
  'scripts that end': again('<script>a</script>'),
  'text areas that never end': again('<textarea>'),
  'points that open': again('<'),
  'points that close': again('>'),
  'pictures as data': (length) => `![a](data:image/png;base64,${'A'.repeat(length)})`,
  'addresses with hidden marks': again('[a](j\u200ba\u00adv:b) '),
  emoji: again(':smile: 😀 '),
  'accents on one letter': (length) => `# a${again('\u0301')(length)}`,
  zeros: again('\u0000'),
  'what an API client writes': (length) => `{"info":{"url":"${'a'.repeat(length)}"}}`,
  'open brackets as an API client writes them': again('{"info":'),
}

/** Pages as people write them, as long as a page may be: nothing of them may be held back. */
export const longPages: Record<string, Write> = {
  prose: again('The server keeps **every version** of a page, see [history](/h) and `page/history`.\n\n'),
  Chinese: again('服务器会保留页面的**每个版本**，参见[历史版本](/h)与 `page/history`。\n\n'),
  'a table of rows': narrowTable('|编号|名称|价格|\n|-|-|-|\n', '|1024|无线鼠标|¥99.00|\n'),
  'a table of fields': narrowTable('|参数|类型|必选|说明|\n|-|-|-|-|\n', '|order_id|string|是|订单编号|\n'),
  lists: again('- one thing\n  - below it\n'),
  code: again(`\`\`\`js\n${'const order = await load(1) // one\n'.repeat(12)}\`\`\`\n\n`),
  manual: numbered(
    (n) => `## Part ${n}\n\nText with a [link](/${n}), a formula $a_${n % 50}$ and a note.\n\n> [!TIP]\n> Keep it.\n\n- [ ] done\n\n`,
  ),
}
