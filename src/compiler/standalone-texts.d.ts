// The bundled texts of standalone-*.ts. The build makes this module; tests make it of the sources as they are.
declare module '#standalone-runtime' {
  /** Each declares `runtime`, and has what those before it have. */
  export const plain: string;
  export const constrained: string;
  export const whole: string;
  export const guarded: string;
}
