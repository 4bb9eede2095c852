/*
 * Characters that a person does not see: controls, marks that change the direction of text, zero-width ones, and tags, which repeat
 * ASCII invisibly. A title with them could show a person one text and a model another.
 */
const UNSEEN =
  /\p{Cc}|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E0FFF}]/gu

/** A title, a name or a snippet in one line, with the characters that a person sees. */
export const plain = (text: string): string => text.replace(/\s/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim()
