/** Why something was refused. It is always there, so that assistive technology announces what appears in it. */
export const Refusal = ({ text }: { text: string }) => (
  <p class="said-no" role="alert">
    {text}
  </p>
);
