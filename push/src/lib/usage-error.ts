/** What was typed or configured cannot be carried out; its message is meant for the person who typed it. */
export class UsageError extends Error {}
