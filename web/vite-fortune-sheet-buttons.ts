/* The component's buttons are <div> elements that react to the mouse only, and the confirming one comes first. This module turns them
 * into <button> elements and sorts adjacent ones into the order of Sheaf: the safe button first, the confirming one last. */

const BUTTON =
  /(?:\/\*#__PURE__\*\/)?React\.createElement\("div", \{\s*(?:id: "\w+",\s*)?className: "(?:close-button )?(?:button-basic|fortune-message-box-button) button-(\w+)"/g
const ORDER: Record<string, number> = { danger: 0, close: 1, default: 1, primary: 2 }

/** The end of the call that begins at `from`, found by matching parentheses outside strings; -1 if there is none. */
function endOf(code: string, from: number) {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const char = code[at] as string
    if (char === '"') {
      do at++
      while (code[at] !== '"' || code[at - 1] === '\\')
    } else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at + 1
  }
  return -1
}

interface ButtonCall {
  from: number
  to: number
  kind: string
}

function buttonsOf(code: string): ButtonCall[] {
  return [...code.matchAll(BUTTON)].map((match) => {
    const from = match.index
    return { from, to: endOf(code, code.indexOf('React.createElement(', from)), kind: match[1] as string }
  })
}

const asButton = (code: string) => code.replace('React.createElement("div", {', 'React.createElement("button", {\n    type: "button",')

/** The number of buttons found, and the code with real buttons in the order of Sheaf. */
export function realButtons(code: string): { count: number; code: string } {
  const buttons = buttonsOf(code)
  let out = ''
  let done = 0
  for (let at = 0; at < buttons.length; at++) {
    const row = [buttons[at] as ButtonCall]
    for (let next = buttons[at + 1]; next && code.slice((row.at(-1) as ButtonCall).to, next.from) === ', '; next = buttons[at + 1]) {
      row.push(next)
      at++
    }
    const texts = row.map((one) => ({ text: asButton(code.slice(one.from, one.to)), rank: ORDER[one.kind] ?? 1 }))
    texts.sort((one, other) => one.rank - other.rank)
    out += code.slice(done, (row[0] as ButtonCall).from) + texts.map(({ text }) => text).join(', ')
    done = (row.at(-1) as ButtonCall).to
  }
  return { count: buttons.length, code: out + code.slice(done) }
}
