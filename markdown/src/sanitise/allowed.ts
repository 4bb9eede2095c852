const list = (text: string) => text.trim().split(/\s+/)

/** Elements allowed in the content of authors and in the output of our rules. */
export const authorTags = new Set(
  list(`p div span br wbr hr h1 h2 h3 h4 h5 h6 a img b strong i em u s strike del ins sub sup mark small kbd code pre blockquote
    ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td details summary figure figcaption center font
    video audio source input nav section`),
)

/** Elements allowed only in our icons, our buttons and KaTeX formulas. */
export const ownTags = new Set(
  list(`span button svg path rect circle line g math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac
    msqrt mroot mover munder munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror`),
)

/** Elements whose content is not HTML; they are removed with their content. */
export const removedWithContent = list('script style textarea option xmp title iframe noembed noframes noscript plaintext template')

const everywhere = list('class id style title lang dir align role aria-label aria-hidden data-line tabindex')

export const attributes: Record<string, string[]> = {
  '*': everywhere,
  a: ['href', 'target', 'rel'],
  img: list('src alt width height loading decoding'),
  video: list('src controls width height poster preload loop muted'),
  audio: list('src controls preload loop muted'),
  source: ['src', 'type'],
  input: list('type checked disabled'),
  font: ['color', 'size'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  details: ['open'],
  table: list('width border cellpadding cellspacing'),
  col: ['span', 'width'],
  colgroup: ['span'],
  th: list('colspan rowspan scope valign width height'),
  td: list('colspan rowspan valign width height'),
  div: ['data-lang', 'data-d', 'data-label', 'data-view'],
  pre: ['data-kind'],
  button: ['type', 'data-act'],
  svg: list('viewBox width height preserveAspectRatio xmlns'),
  path: ['d'],
  rect: list('x y width height rx ry'),
  circle: ['cx', 'cy', 'r'],
  line: list('x1 x2 y1 y2 stroke-width'),
  math: ['xmlns', 'display'],
  annotation: ['encoding'],
  mi: ['mathvariant'],
  mo: list('stretchy fence separator lspace rspace minsize maxsize form accent movablelimits largeop symmetric mathvariant'),
  mn: ['mathvariant'],
  mtext: ['mathvariant'],
  mspace: list('width height depth linebreak'),
  mfrac: ['linethickness'],
  mover: ['accent'],
  munder: ['accentunder'],
  munderover: ['accent', 'accentunder'],
  mtable: list('rowspacing columnspacing columnalign rowlines columnlines frame width displaystyle side'),
  mtd: ['columnalign', 'columnspan', 'rowspan'],
  mstyle: list('scriptlevel displaystyle mathcolor mathbackground mathsize mathvariant'),
  mpadded: list('width height depth voffset lspace mathbackground'),
  menclose: ['notation'],
}

const classes = new Set(
  list(`callout tipc warn ct endpoint url fields fw fb fr fh fn ft fq fd fx req fno code ch lang ln tbl anc art-toc tasks diagram hljs han
    footnotes footnotes-list footnotes-sep footnote-item footnote-ref footnote-backref
    function_ class_ inherited__ language_ constant_ invoke__ escape_ title_`),
)

/** Whether an author's element can have a class: only classes of our style sheets. */
export function knownClass(name: string): boolean {
  return classes.has(name) || /^(?:hljs|language)-[\w-]{1,40}$/.test(name)
}
