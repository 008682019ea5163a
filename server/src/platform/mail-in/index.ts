/** Incoming mail: a small SMTP server that accepts mail for known addresses and relays nothing. */
export { type IncomingMail, type MailReceiver, type ReceiverOptions, startMailReceiver } from './receiver.ts';
export { type Resolve, type SenderProof, systemResolve } from './sender-proof.ts';
