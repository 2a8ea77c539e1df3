"""Tables of Super Punto Banco and the house that runs them: rules, state, record, screens and reports."""
