import { loadMathMl } from '@sheaf/markdown/mathml'
import { beforeAll, describe, expect, it } from 'vitest'
import { problemsOf } from '../test/sample-check.ts'
import { mathXml } from './math.ts'

let read: Awaited<ReturnType<typeof loadMathMl>>
beforeAll(async () => {
  read = await loadMathMl()
})

/** The OMML of an equation without run properties, for short expectations. */
function equation(tex: string, display = true): string | undefined {
  const xml = mathXml(read(tex, display) ?? '')
  if (xml !== undefined) expect([tex, problemsOf(`<m:oMath>${xml}</m:oMath>`)]).toEqual([tex, []])
  return xml
    ?.replace(/<w:rPr>.*?<\/w:rPr>/g, '')
    .replace(/<m:t xml:space="preserve">/g, '<m:t>')
    .replace(/<m:r><m:t>(.*?)<\/m:t><\/m:r>/g, '$1')
}

describe('equations', () => {
  it.each([
    ['\\frac{a}{b}', '<m:f><m:num>a</m:num><m:den>b</m:den></m:f>'],
    ['\\sqrt[3]{x}', '<m:rad><m:deg>3</m:deg><m:e>x</m:e></m:rad>'],
    ['x_i^2', '<m:sSubSup><m:e>x</m:e><m:sub>i</m:sub><m:sup>2</m:sup></m:sSubSup>'],
    ['\\hat a', '<m:acc><m:accPr><m:chr m:val="\u0302"/></m:accPr><m:e>a</m:e></m:acc>'],
    [
      '\\lim_{n} a',
      '<m:func><m:fName><m:limLow><m:e><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>lim</m:t></m:r></m:e><m:lim>n</m:lim></m:limLow></m:fName><m:e>a</m:e></m:func>',
    ],
    ['\\sin x', '<m:func><m:fName><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r></m:fName><m:e>x</m:e></m:func>'],
    ['\\mathbb{R}', '<m:r><m:rPr><m:scr m:val="double-struck"/><m:sty m:val="p"/></m:rPr><m:t>R</m:t></m:r>'],
    ['\\text{当 x}', '<m:r><m:rPr><m:nor/></m:rPr><m:t>当 x</m:t></m:r>'],
    ['\\phantom{x}', '<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e>x</m:e></m:phant>'],
  ])('%s', (tex, xml) => expect(equation(tex)).toBe(xml))

  it('writes sums with their operand, and limits above and below in display style or at the side inline', () => {
    const sum = '<m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub>i</m:sub><m:sup>n</m:sup><m:e>a</m:e></m:nary>'
    expect(equation('\\sum_i^n a')).toBe(`<m:nary><m:naryPr>${sum}`)
    expect(equation('\\sum_i^n a', false)).toBe(`<m:nary><m:naryPr>${sum.replace('undOvr', 'subSup')}`)
    expect(equation('\\int_0 x')).toContain('<m:limLoc m:val="subSup"/><m:supHide m:val="1"/>')
    // Without an operand, Word would show an empty placeholder.
    expect(equation('\\sum_i^n')).not.toContain('nary')
  })

  it('writes delimiters, matrices and cases', () => {
    expect(equation('\\left(a\\middle|b\\right]')).toBe(
      '<m:d><m:dPr><m:begChr m:val="("/><m:sepChr m:val="|"/><m:endChr m:val="]"/></m:dPr><m:e>a</m:e><m:e>b</m:e></m:d>'
        .replace('|', '∣')
        .replace('∣', '|'),
    )
    const matrix = equation('\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}')
    expect(matrix).toContain('<m:begChr m:val="["/>')
    expect(matrix).toContain('<m:mr><m:e>1</m:e><m:e>2</m:e></m:mr><m:mr><m:e>3</m:e><m:e>4</m:e></m:mr>')
    expect(equation('\\begin{cases}1&x\\\\2&y\\end{cases}')).toContain('<m:begChr m:val="{"/><m:endChr m:val=""/>')
    expect(equation('\\begin{aligned}a&=b\\end{aligned}')).toMatch(/mcJc m:val="right".*mcJc m:val="left"/)
  })

  it('returns undefined for formulas that KaTeX or Word does not support', () => {
    expect(equation('\\badcommand')).toBeUndefined()
    expect(equation(`${'{'.repeat(200)}x${'}'.repeat(200)}`)).toBe('x')
    expect(mathXml('<math><mglyph/></math>')).toBeUndefined()
    expect(mathXml('none')).toBeUndefined()
  })
})
