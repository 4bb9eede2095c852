/** Signs that mean something to the drawer stand in labels as others, until they are drawn. */
const HIDDEN = 0xe000
const hide = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(HIDDEN + sign.charCodeAt(0)))
export const unhide = (svg: string) => svg.replace(/[\ue000-\ue07f]/g, (sign) => `&#${sign.charCodeAt(0) - HIDDEN};`)

/** The words of a label: without quotes and tags, line breaks kept. */
export function label(text: string): string {
  const words = text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^`([\s\S]*)`$/, '$1')
  return words
    .split(/<br\s*\/?>|\\n/i)
    .map((line) => hide(line.replace(/<\/?[a-z][^<>]*>/gi, '').trim()) || ' ')
    .join('<br>')
}
