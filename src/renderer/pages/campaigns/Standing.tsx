/** What a campaign waits for, or how much is left. In red when a person must do something. */
export const Standing = ({ text, isBad }: { text: string; isBad: boolean }) =>
  isBad ? <span className="danger">{text}</span> : text
