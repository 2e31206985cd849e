/** How the product presents itself. The variant is chosen when the client is built, by VITE_BRAND. */
export type Brand = {
  name: string;
  /** Address of the drawing. */
  logo: string;
  logoAlt: string;
  accent: {
    primary: string;
    hover: string;
    /** The ground of what is chosen. */
    pale: string;
    /** Text on the accent. */
    text: string;
  };
};
