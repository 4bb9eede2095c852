/** Sizes in the code are pixels at the usual text size of 16 pixels. A user of the browser can choose another one, and they follow it. */
export const rem = (px: number) => `${px / 16}rem`

/** The text size of the user, divided by 16. */
export const textScale = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
