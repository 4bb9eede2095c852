/* The component's buttons are boxes that hear the mouse alone, the one that does it before the one that does not. Here they become
 * buttons, and where some stand in a row they take our order: what is safe first, what was asked for last. */

const BUTTON =
  /(?:\/\*#__PURE__\*\/)?React\.createElement\("div", \{\s*(?:id: "\w+",\s*)?className: "(?:close-button )?(?:button-basic|fortune-message-box-button) button-(\w+)"/g
const ORDER: Record<string, number> = { danger: 0, close: 1, default: 1, primary: 2 }

/** Where a call ends that begins at `from`, by its parentheses; those in texts do not count. */
function endOf(code: string, from: number) {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const sign = code[at] as string
    if (sign === '"') {
      do at++
      while (code[at] !== '"' || code[at - 1] === '\\')
    } else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at + 1
  }
  return -1
}

interface Found {
  from: number
  to: number
  kind: string
}

function buttonsOf(code: string): Found[] {
  return [...code.matchAll(BUTTON)].map((match) => {
    const from = match.index
    return { from, to: endOf(code, code.indexOf('React.createElement(', from)), kind: match[1] as string }
  })
}

const asButton = (code: string) => code.replace('React.createElement("div", {', 'React.createElement("button", {\n    type: "button",')

/** How many were found, and the code with buttons in our order. */
export function realButtons(code: string): { count: number; code: string } {
  const buttons = buttonsOf(code)
  let out = ''
  let done = 0
  for (let at = 0; at < buttons.length; at++) {
    const row = [buttons[at] as Found]
    for (let next = buttons[at + 1]; next && code.slice((row.at(-1) as Found).to, next.from) === ', '; next = buttons[at + 1]) {
      row.push(next)
      at++
    }
    const texts = row.map((one) => ({ text: asButton(code.slice(one.from, one.to)), rank: ORDER[one.kind] ?? 1 }))
    texts.sort((one, other) => one.rank - other.rank)
    out += code.slice(done, (row[0] as Found).from) + texts.map(({ text }) => text).join(', ')
    done = (row.at(-1) as Found).to
  }
  return { count: buttons.length, code: out + code.slice(done) }
}
