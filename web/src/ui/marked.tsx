/** A sentence in which names and addresses are in backticks. */
export const Marked = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={`${at + 1}`}>{part}</code> : part))
