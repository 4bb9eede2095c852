/* Set up for every test: a screen has as long to draw as a busy machine needs; one second is what Testing Library gives it. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}

export {}
