/** A sentence with a capital letter, in which names and addresses are in backticks. */
export const Marked = ({ text }: { text: string }) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={`${at + 1}`}>{part}</code> : part))
