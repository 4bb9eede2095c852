import { pieces } from '../../items/item-search.ts'

/** The text with the words that were searched for marked. */
export const Marked = ({ text, searched }: { text: string; searched: string }) => (
  <span>{pieces(text, searched).map((piece, at) => (piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text))}</span>
)
