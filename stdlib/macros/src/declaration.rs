//! What the attribute says, and the code that comes of it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Expr, ExprLit, FnArg, GenericArgument, Ident, ItemFn, Lit, LitStr, Meta, MetaNameValue, Pat,
    PathArguments, ReturnType, Token, Type, parenthesized,
};

/// The words in the brackets of `#[command(...)]`.
pub struct Attribute {
    name: Ident,
    defaults: Vec<MetaNameValue>,
    permission: Option<Ident>,
    waits: bool,
    since: Option<LitStr>,
}

impl Parse for Attribute {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut attribute = Self {
            name: input.parse()?,
            defaults: Vec::new(),
            permission: None,
            waits: false,
            since: None,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "defaults" => {
                    let inner;
                    parenthesized!(inner in input);
                    let pairs: Punctuated<MetaNameValue, Token![,]> =
                        inner.parse_terminated(MetaNameValue::parse, Token![,])?;
                    attribute.defaults.extend(pairs);
                }
                "permission" => {
                    input.parse::<Token![=]>()?;
                    attribute.permission = Some(input.parse()?);
                }
                "waits" => attribute.waits = true,
                "since" => {
                    input.parse::<Token![=]>()?;
                    attribute.since = Some(input.parse()?);
                }
                _ => {
                    let message = "expected `defaults(...)`, `permission = Kind`, `waits` or `since = \"...\"`";
                    return Err(syn::Error::new(word.span(), message));
                }
            }
        }
        Ok(attribute)
    }
}

/// A parameter as a program sees it.
struct Parameter<'a> {
    name: &'a Ident,
    ty: &'a Type,
    default: Option<&'a Expr>,
}

/// The function, and beside it the module with its `COMMAND`.
pub fn expand(attribute: &Attribute, function: &ItemFn) -> syn::Result<TokenStream> {
    let (takes_machine, parameters) = parameters(attribute, function)?;
    let body = &function.sig.ident;
    let visibility = &function.vis;
    let name = attribute.name.to_string();
    let help = help(function)?;
    let returns = match outcome(function)? {
        None => quote!(None),
        Some(ty) => quote!(<#ty as crate::command::Outcome>::TYPE),
    };
    let waits = attribute.waits;
    let permission = match &attribute.permission {
        None => quote!(None),
        Some(kind) => quote!(Some(crate::permission::Permission::#kind)),
    };
    let since = attribute
        .since
        .as_ref()
        .map_or_else(String::new, LitStr::value);
    let described = parameters.iter().map(|parameter| {
        let (name, ty) = (shown(parameter.name), parameter.ty);
        let default = default(parameter);
        quote! {
            flitz_interpreter::host::Param {
                name: std::borrow::Cow::Borrowed(#name),
                ty: <#ty as crate::command::Argument<'_>>::TYPE,
                default: #default,
            }
        }
    });
    let kinds = parameters.iter().map(|parameter| {
        let ty = parameter.ty;
        quote!(<#ty as crate::command::Argument<'_>>::KIND)
    });
    let taken = parameters.iter().map(|parameter| {
        let (name, ty) = (parameter.name, parameter.ty);
        quote!(let #name = <#ty as crate::command::Argument<'_>>::take(call, machine)?;)
    });
    let names = parameters.iter().map(|parameter| parameter.name);
    let machine = takes_machine.then(|| quote!(machine,));
    Ok(quote! {
        #function

        #[doc(hidden)]
        #visibility mod #body {
            // Types are named here as the function names them.
            #[allow(unused_imports)]
            use super::*;

            fn run(
                machine: &mut crate::machine::Machine,
                call: &mut flitz_interpreter::host::Call<'_>,
            ) -> crate::command::Answer {
                #(#taken)*
                let outcome = super::#body(#machine #(#names),*)?;
                crate::command::Outcome::give(outcome, call);
                Ok(())
            }

            const PARAMS: &[flitz_interpreter::host::Param] = &[#(#described),*];

            /// The declaration, for the group's list.
            pub const COMMAND: crate::command::Command = crate::command::Command {
                name: #name,
                params: PARAMS,
                kinds: &[#(#kinds),*],
                returns: #returns,
                help: #help,
                run,
                permission: #permission,
                waits: #waits,
                since: #since,
            };
        }
    })
}

/// Whether the function takes the machine, and the parameters that a program gives.
fn parameters<'a>(
    attribute: &'a Attribute,
    function: &'a ItemFn,
) -> syn::Result<(bool, Vec<Parameter<'a>>)> {
    let mut takes_machine = false;
    let mut parameters: Vec<Parameter<'a>> = Vec::new();
    for (position, input) in function.sig.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else {
            return Err(syn::Error::new_spanned(
                input,
                "a command is a function, not a method",
            ));
        };
        let Pat::Ident(name) = &*input.pat else {
            return Err(syn::Error::new_spanned(
                &input.pat,
                "a parameter of a command is a name",
            ));
        };
        if position == 0 && is_machine(&input.ty) {
            takes_machine = true;
            continue;
        }
        let shown = shown(&name.ident);
        let default = attribute
            .defaults
            .iter()
            .find(|pair| pair.path.is_ident(&shown));
        let default = default.map(|pair| &pair.value);
        if default.is_none() && parameters.last().is_some_and(|p| p.default.is_some()) {
            let message = "a parameter after one with a default needs a default too";
            return Err(syn::Error::new_spanned(&name.ident, message));
        }
        parameters.push(Parameter {
            name: &name.ident,
            ty: &input.ty,
            default,
        });
    }
    for pair in &attribute.defaults {
        if !parameters
            .iter()
            .any(|p| pair.path.is_ident(&shown(p.name)))
        {
            return Err(syn::Error::new_spanned(
                &pair.path,
                "there is no parameter of this name",
            ));
        }
    }
    Ok((takes_machine, parameters))
}

/// A parameter's name to the program: a leading `_` only says that the function does not use it.
fn shown(name: &Ident) -> String {
    name.to_string().trim_start_matches('_').to_owned()
}

/// Whether a type is `&mut Machine`.
fn is_machine(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => {
            last_word(&reference.elem).is_some_and(|word| word == "Machine")
        }
        _ => false,
    }
}

/// The last name of a path: `Machine` of `crate::machine::Machine`.
fn last_word(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

/// A parameter's default as the checker knows it. Strings are taken by reference and floats as `f32`; all else is an Int to the program.
fn default(parameter: &Parameter<'_>) -> TokenStream {
    let Some(value) = parameter.default else {
        return quote!(None);
    };
    let kind = match parameter.ty {
        Type::Reference(_) => Ident::new("Str", Span::call_site()),
        ty if last_word(ty).is_some_and(|word| word == "f32") => {
            Ident::new("Float", Span::call_site())
        }
        _ => Ident::new("Int", Span::call_site()),
    };
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(value),
            ..
        }) => {
            let number = i32::from(value.value);
            quote!(Some(flitz_interpreter::host::DefaultValue::Int(#number)))
        }
        value => quote!(Some(flitz_interpreter::host::DefaultValue::#kind(#value))),
    }
}

/// The `T` of `Answer<T>`; `None` for a plain `Answer`.
fn outcome(function: &ItemFn) -> syn::Result<Option<&Type>> {
    if let ReturnType::Type(_, ty) = &function.sig.output
        && let Type::Path(path) = &**ty
        && let Some(answer) = path.path.segments.last()
        && answer.ident == "Answer"
    {
        return match &answer.arguments {
            PathArguments::None => Ok(None),
            PathArguments::AngleBracketed(given) => match given.args.first() {
                Some(GenericArgument::Type(ty)) => Ok(Some(ty)),
                _ => Err(syn::Error::new_spanned(given, "expected a type")),
            },
            other => Err(syn::Error::new_spanned(other, "expected `Answer<T>`")),
        };
    }
    Err(syn::Error::new_spanned(
        &function.sig,
        "a command returns `Answer` or `Answer<T>`",
    ))
}

/// The lines of the function's doc comment, without the blank before each.
fn help(function: &ItemFn) -> syn::Result<String> {
    let mut help = String::new();
    for attribute in &function.attrs {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let Expr::Lit(ExprLit {
                lit: Lit::Str(line),
                ..
            }) = &pair.value
        {
            help.push_str(&line.value());
            help.push('\n');
        }
    }
    if help.trim().is_empty() {
        let message = "a command has a doc comment: it is its page of the manual";
        return Err(syn::Error::new_spanned(&function.sig.ident, message));
    }
    Ok(help)
}
